import type { Socket } from 'node:net';
import type { Clock } from '../../common/clock.js';
import type { Door, Running, StartOptions } from '../sandbox.js';
import { call } from './call.js';
import type { Client } from './client.js';
import { openDoor } from './door.js';
import { follow } from './follow.js';
import { hijack } from './hijack.js';
import { launch } from './launcher.js';
import type { Life } from './life.js';
import { verdict } from './verdict.js';

/**
 * Starts the container with `command` as its main process (see launcher.ts). Attached before the start, so no byte is missed.
 * Input has a connection of its own: a process that ends without reading it breaks that one, not the output's.
 */
export async function startMain(
  client: Client,
  life: Life,
  clock: Clock,
  path: string,
  command: readonly string[],
  options: StartOptions,
): Promise<Running> {
  const [input, output] = await Promise.all([attach(client, life, 'stdin'), attach(client, life, 'stdout')]);
  const begin = (): void => void input.end(launch(command, path, options));
  if (options.before === undefined) begin();
  await startContainer(life, [input, output]);
  if (options.before !== undefined) {
    await prepared(client, life, options.before, [input, output]);
    begin();
  }
  const started = clock.monotonic();
  const callOff = life.limit(options.deadline_ms);
  return follow(output, life.ending, async () => {
    try {
      const status = await life.status();
      return await verdict(client, life, status, true, clock.monotonic() - started);
    } finally {
      callOff();
      input.destroy();
    }
  });
}

/**
 * Starts the container idle: the launcher waits for a command that never comes, until its input ends.
 * That happens when the harness dies, so the sandbox then ends by itself. Returns what keeps it waiting.
 */
export async function holdMain(client: Client, life: Life, before?: StartOptions['before']): Promise<Socket> {
  const input = await attach(client, life, 'stdin');
  await startContainer(life, [input]);
  if (before !== undefined) await prepared(client, life, before, [input]);
  return input;
}

/** The launcher waits for its command meanwhile. Where the preparation fails, nothing of the sandbox runs any more. */
async function prepared(client: Client, life: Life, before: (door: Door) => Promise<void>, connections: readonly Socket[]): Promise<void> {
  try {
    await before(await openDoor(client, life));
  } catch (error) {
    await life.endAndProve();
    for (const connection of connections) connection.destroy();
    throw error;
  }
}

async function attach(client: Client, life: Life, stream: 'stdin' | 'stdout'): Promise<Socket> {
  const query = stream === 'stdin' ? 'stream=1&stdin=1' : 'stream=1&stdout=1&stderr=1';
  const socket = await call('attaching to a sandbox', (signal) =>
    hijack(client, `/containers/${life.container.id}/attach?${query}`, undefined, signal),
  );
  if (stream === 'stdin') socket.on('error', () => undefined).resume();
  return socket;
}

async function startContainer(life: Life, connections: readonly Socket[]): Promise<void> {
  try {
    await call('starting a sandbox', (abortSignal) => life.container.start({ abortSignal }));
    life.begin();
  } catch (error) {
    for (const connection of connections) connection.destroy();
    throw error;
  }
}
