import type { Duplex } from 'node:stream';
import { HarnessError } from '../common/errors.js';
import { namespaceRelay } from '../gateway/relay/namespace-relay.js';
import { stdioRelayCommand } from '../gateway/relay/program.js';
import { StdioRelay } from '../gateway/relay/stdio-relay.js';
import type { Door } from '../sandbox/sandbox.js';

/** What can be reached from inside a sandbox, by a socket of this machine or by connections that come some other way. */
export interface Reachable {
  readonly socketPath: string;
  handle(connection: Duplex): void;
}

export interface Relay {
  close(): void | Promise<void>;
}

/**
 * Makes something reachable at an address inside a running sandbox: from this machine into its network namespace where that can be
 * entered, else through a relay beside the agent.
 * @param address `127.0.0.1:<port>`; by default where agents look for their model
 */
export const relayInto = async (door: Door, target: Reachable, address?: string): Promise<Relay> =>
  (await fastRelay(door, target, address)) ?? (await StdioRelay.start(await door.helper(stdioRelayCommand(address)), (connection) => { target.handle(connection); }));

async function fastRelay({ pid }: Door, { socketPath }: Reachable, address: string | undefined): Promise<Relay | undefined> {
  if (pid === undefined) return undefined;
  try {
    return await namespaceRelay(pid, socketPath, address);
  } catch (error) {
    if (error instanceof HarnessError) return undefined;
    throw error;
  }
}
