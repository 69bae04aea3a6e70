import type { Exec } from 'dockerode';
import { USER } from '../layout.js';
import type { StartOptions } from '../sandbox.js';
import { call } from './call.js';
import type { Client } from './client.js';
import { demux } from './demux.js';
import { hijack } from './hijack.js';
import { execCommand } from './launcher.js';
import type { Life } from './life.js';

/** Runs a process in a running container on the standard streams of this one: in a terminal with a terminal of its own. Resolves with its exit code. */
export async function attend(client: Client, life: Life, path: string, command: readonly string[], options: StartOptions): Promise<number | null> {
  const { stdin, stdout } = process;
  const Tty = stdin.isTTY && stdout.isTTY;
  const exec = await call('preparing a command', (abortSignal) =>
    life.container.exec({ Cmd: execCommand(command, path, options), User: `${String(USER.uid)}:${String(USER.gid)}`, AttachStdin: true, AttachStdout: true, AttachStderr: true, Tty, abortSignal }),
  );
  const connection = await call('starting a command', (signal) => hijack(client, `/exec/${exec.id}/start`, { Detach: false, Tty }, signal));
  connection.on('error', () => undefined); // its end is what counts
  const detach = Tty ? await attachTerminal(exec) : () => undefined;
  stdin.pipe(connection);
  try {
    if (Tty) {
      connection.pipe(stdout, { end: false });
      await new Promise((resolve) => connection.once('close', resolve));
    } else {
      const output = demux(connection);
      output.stdout.pipe(stdout, { end: false });
      output.stderr.pipe(process.stderr, { end: false });
      await output.done;
    }
    const { ExitCode } = await call('looking at a command', (abortSignal) => exec.inspect({ abortSignal }));
    return ExitCode;
  } finally {
    detach();
    stdin.unpipe(connection);
    stdin.pause();
    connection.destroy();
  }
}

/** Every key goes to the process as it is pressed, and it learns how large the terminal is. The result undoes it. */
async function attachTerminal(exec: Exec): Promise<() => void> {
  const { stdin, stdout } = process;
  const resize = (): Promise<void> => exec.resize({ h: stdout.rows, w: stdout.columns }).then(() => undefined, () => undefined);
  const onResize = (): void => void resize();
  stdin.setRawMode(true);
  stdout.on('resize', onResize);
  await resize();
  return () => {
    stdout.off('resize', onResize);
    stdin.setRawMode(false);
  };
}
