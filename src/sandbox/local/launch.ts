import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import { HarnessError, messageOf } from '../../common/errors.js';
import { signalIn } from '../exit-status.js';
import { closeAll, openChannels, openInput } from './channels.js';

/** A program to start on this machine. */
export interface Launch {
  argv: readonly string[];
  env: Record<string, string>;
  /** Real directory. */
  cwd: string;
  /** Bytes that the program can read at descriptor 3. */
  extra?: Uint8Array;
}

export interface Launched {
  pid: number;
  stdout: Readable;
  stderr: Readable;
  /** When the program itself has ended; processes that it left may still hold its output. */
  ended: Promise<{ code: number | null; signal: string | null }>;
  /** When both outputs have ended too. */
  complete: Promise<void>;
}

/**
 * Starts a program in a session of its own, with real pipes and `dir` for passing files. Standard input is `stdin` and
 * then its end, or empty. Throws a HarnessError if the program cannot be started at all.
 */
export async function launch({ argv, env, cwd, extra }: Launch, dir: string, stdin?: Uint8Array): Promise<Launched> {
  const [out, err] = await openChannels(dir);
  const input = stdin === undefined ? ('ignore' as const) : openInput(dir, 'in', stdin);
  const more = extra === undefined ? [] : [openInput(dir, 'extra', extra)];
  let child: ChildProcess;
  try {
    const [file = '', ...args] = argv;
    child = spawn(file, args, { env, cwd, detached: true, stdio: [input, out.writer, err.writer, ...more] });
  } finally {
    closeAll([out.writer, err.writer, ...(input === 'ignore' ? [] : [input]), ...more]);
  }
  const ended = endOf(child).finally(() => {
    out.release();
    err.release();
  });
  const complete = ended.then(async () => {
    // A reader who walks away is no failure of the program.
    await Promise.all([out, err].map(({ readable }) => finished(readable).catch(() => undefined)));
  });
  complete.catch(() => undefined);
  if (child.pid === undefined) await ended;
  return { pid: child.pid ?? 0, stdout: out.readable, stderr: err.readable, ended, complete };
}

/** Starts a program on the standard streams of this process; resolves with its exit code, null where a signal ended it. */
export async function attend({ argv: [file = '', ...args], env, cwd }: Launch): Promise<number | null> {
  const { code } = await endOf(spawn(file, args, { env, cwd, stdio: 'inherit' }));
  return code;
}

async function endOf(child: ChildProcess): Promise<{ code: number | null; signal: string | null }> {
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
    return readStatus(code, signal);
  } catch (cause) {
    throw new HarnessError('CLEANSLATE_START', `cannot start ${child.spawnfile}: ${messageOf(cause)}`, { cause });
  }
}

/** Whatever starts a program for us reports its death by a signal as 128 + number, as shells and container engines do. */
function readStatus(code: number | null, signal: string | null): { code: number | null; signal: string | null } {
  const name = signalIn(code);
  return name === null ? { code, signal } : { code: null, signal: name };
}
