import type { Exec, ExecInspectInfo } from 'dockerode';
import type { Clock } from '../../common/clock.js';
import { HarnessError } from '../../common/errors.js';
import { USER } from '../layout.js';
import type { Running, StartOptions } from '../sandbox.js';
import { call } from './call.js';
import type { Client } from './client.js';
import { eventsOf } from './events.js';
import { statusOf } from './failures.js';
import { follow } from './follow.js';
import { hijack } from './hijack.js';
import { execCommand } from './launcher.js';
import type { Life } from './life.js';
import { verdict } from './verdict.js';

/** Runs a further process in a running container. A process that ends without reading all its input is no error. */
export async function startExec(
  client: Client,
  life: Life,
  clock: Clock,
  path: string,
  command: readonly string[],
  options: StartOptions,
): Promise<Running> {
  const exec = await call('preparing a command', (abortSignal) => create(life, execCommand(command, path, options), abortSignal));
  const connection = await call('starting a command', (signal) =>
    hijack(client, `/exec/${exec.id}/start`, { Detach: false, Tty: false }, signal),
  );
  connection.end(options.stdin ?? Buffer.alloc(0));
  const started = clock.monotonic();
  const callOff = life.limit(options.deadline_ms);
  return follow(connection, life.ending, async (outputEnded) => {
    try {
      await life.guard(outputEnded);
      const status = await life.guard(statusWhenEnded(client, life, exec));
      return await verdict(client, life, status, false, clock.monotonic() - started);
    } finally {
      callOff();
    }
  });
}

async function create(life: Life, Cmd: string[], abortSignal: AbortSignal): Promise<Exec> {
  try {
    return await life.container.exec({
      Cmd,
      User: `${String(USER.uid)}:${String(USER.gid)}`,
      AttachStdin: true,
      AttachStdout: true,
      AttachStderr: true,
      Tty: false,
      abortSignal,
    });
  } catch (error) {
    if (statusOf(error) !== 409) throw error;
    throw new HarnessError('CLEANSLATE_SANDBOX_LOST', 'the sandbox does not run any more, so nothing can be executed in it', { cause: error });
  }
}

/** A process may close its output long before it ends; then the engine's news of its end are awaited. */
async function statusWhenEnded(client: Client, life: Life, exec: Exec): Promise<number | undefined> {
  const first = await inspect(exec);
  if (first?.Running !== true) return first?.ExitCode ?? undefined;
  const stop = new AbortController();
  try {
    for await (const _event of eventsOf(client, life.container.id, ['exec_die', 'exec_died', 'die', 'died'], stop.signal)) {
      const info = await inspect(exec);
      if (info?.Running !== true) return info?.ExitCode ?? undefined;
    }
  } finally {
    stop.abort();
  }
  throw new Error('the engine closed its event stream');
}

/** Undefined where the sandbox has been removed, and its processes with it. */
async function inspect(exec: Exec): Promise<ExecInspectInfo | undefined> {
  return call('looking at a command', async (abortSignal) => {
    try {
      return await exec.inspect({ abortSignal });
    } catch (error) {
      if (statusOf(error) === 404) return undefined;
      throw error;
    }
  });
}
