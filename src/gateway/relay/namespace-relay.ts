import { execa } from 'execa';
import { HarnessError, messageOf } from '../../common/errors.js';
import { RELAY_ADDRESS, relayFile } from './program.js';
import { listening } from './stdio-relay.js';

export interface NamespaceRelay {
  /** Ends the relay. May be called twice. */
  close(): Promise<void>;
}

/**
 * The fast way, for a local engine and root: a relay of this machine's Node that listens inside the network namespace of a
 * process (a container's main process). Nothing is mounted and nothing runs in the sandbox.
 * Resolves once it listens.
 * @throws HarnessError CLEANSLATE_RELAY
 */
export async function namespaceRelay(pid: number, socketPath: string, address = RELAY_ADDRESS): Promise<NamespaceRelay> {
  const child = execa('nsenter', [`--net=/proc/${String(pid)}/ns/net`, process.execPath, relayFile(), 'socket', address, socketPath], {
    // Nothing is said on it: it ends with us, however we end, and the relay with it.
    stdin: 'pipe', stdout: 'ignore', stderr: 'pipe', buffer: false, reject: false,
  });
  try {
    await listening(child.stderr, child);
  } catch (cause) {
    child.kill('SIGKILL');
    throw cause instanceof HarnessError ? cause : new HarnessError('CLEANSLATE_RELAY', `cannot enter the sandbox's network: ${messageOf(cause)}`, { cause });
  }
  return {
    close: async () => {
      child.kill('SIGKILL');
      await child;
    },
  };
}
