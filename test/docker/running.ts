import { text } from 'node:stream/consumers';
import type { Exit, Running, Sandbox, StartOptions } from '../../src/sandbox/sandbox.js';

export interface Outcome {
  stdout: string;
  stderr: string;
  exit: Exit;
}

/** Reads a process to its end. */
export async function finish({ stdout, stderr, exit }: Running): Promise<Outcome> {
  const [out, err, end] = await Promise.all([text(stdout), text(stderr), exit]);
  return { stdout: out, stderr: err, exit: end };
}

/** Runs a shell script as the sandbox's main process, to its end. */
export const runScript = async (sandbox: Sandbox, script: string, options?: StartOptions): Promise<Outcome> =>
  finish(await sandbox.start(['sh', '-c', script], options));

/** Resolves when the process has printed this much. */
export async function untilPrinted({ stdout }: Running, words: string): Promise<void> {
  let seen = '';
  for await (const chunk of stdout.iterator({ destroyOnReturn: false })) {
    seen += String(chunk);
    if (seen.includes(words)) return;
  }
  throw new Error(`it ended without printing ${words}: ${seen}`);
}
