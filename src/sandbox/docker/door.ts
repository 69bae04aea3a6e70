import { readFileSync } from 'node:fs';
import { HarnessError } from '../../common/errors.js';
import { USER } from '../layout.js';
import type { Door, HelperStreams } from '../sandbox.js';
import { call } from './call.js';
import type { Client } from './client.js';
import { demux } from './demux.js';
import { hijack } from './hijack.js';
import type { Life } from './life.js';

/** `nobody`: neither root nor the agent's user, so the agent can neither signal nor trace it. */
const HELPER_USER = '65534:65534';
const OWN_USER = `${String(USER.uid)}:${String(USER.gid)}`;

/** What the harness can do in a running container that its agent cannot. */
export async function openDoor(client: Client, life: Life): Promise<Door> {
  const pid = client.endpoint.socketPath === undefined ? undefined : await processHere(life);
  return { pid, helper: (command, user) => startHelper(client, life, command, user === 'own' ? OWN_USER : HELPER_USER) };
}

/** The main process's id, if the engine's processes are this machine's: the number alone may be anybody's here. */
async function processHere({ container }: Life): Promise<number | undefined> {
  const { State } = await call('looking at a sandbox', (abortSignal) => container.inspect({ abortSignal }));
  try {
    return State.Pid > 0 && readFileSync(`/proc/${String(State.Pid)}/cgroup`, 'utf8').includes(container.id) ? State.Pid : undefined;
  } catch {
    return undefined;
  }
}

async function startHelper(client: Client, { container, ending }: Life, command: readonly string[], User: string): Promise<HelperStreams> {
  const exec = await call('preparing a helper', (abortSignal) =>
    container.exec({ Cmd: [...command], User, WorkingDir: '/', AttachStdin: true, AttachStdout: true, AttachStderr: true, Tty: false, abortSignal }),
  );
  const connection = await call('starting a helper', (signal) => hijack(client, `/exec/${exec.id}/start`, { Detach: false, Tty: false }, signal));
  const { stdout, stderr, done } = demux(connection);
  const end = (): void => {
    connection.destroy(new HarnessError('CLEANSLATE_SANDBOX_LOST', 'the sandbox has ended, and its helper with it'));
  };
  connection.on('error', () => undefined);
  ending.addEventListener('abort', end, { once: true });
  done.catch(() => undefined).finally(() => { ending.removeEventListener('abort', end); });
  return { stdin: connection, stdout, stderr };
}
