import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { cleanslate, type Finished } from './cleanslate.js';
import { cleanslate as inThisProcess } from './command-line.js';

/** Everything below a folder: name, type and size. */
export const listing = (folder: string): string[] =>
  // With their types: without them, Node walks through links.
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .map(({ parentPath, name }) => {
      const status = lstatSync(join(parentPath, name), { throwIfNoEntry: false });
      return `${join(parentPath, name)} ${status?.mode.toString(8) ?? 'not UTF-8'} ${String(status?.size)}`;
    })
    .sort();

/**
 * Runs a command line that has to be refused, in `folder`: one line on stderr that says what is wrong, nothing on stdout,
 * no file made or changed, in the temp directory neither. Returns that line, with the folder's own name taken out.
 * @param here in this process, for what is refused while it is read: a start of the program costs more than all that it does then
 */
export async function refused(args: readonly string[], folder: string, { exitCode = 2, env = {}, here = false }: { exitCode?: number; env?: Record<string, string>; here?: boolean } = {}): Promise<string> {
  // Sandboxed programs, which run as another user, have to get to it.
  chmodSync(folder, 0o711);
  mkdirSync(join(folder, 'tmp'), { recursive: true });
  const before = listing(folder);
  const ended = await (here ? runHere : cleanslate)(args, { TMPDIR: join(folder, 'tmp'), ...env }, folder);
  expect(ended).toEqual({ exitCode, stdout: '', stderr: expect.stringMatching(/^cleanslate: [^\n]+$/) as string });
  expect(ended.stderr).not.toMatch(/please report it|^\s+at |undefined|\[object/);
  expect(listing(folder)).toEqual(before);
  return ended.stderr.replace('cleanslate: ', '').replaceAll(`${folder}/`, '');
}

async function runHere(args: readonly string[], env: Record<string, string>, folder: string): Promise<Finished> {
  const [before, place] = [{ ...process.env }, process.cwd()];
  Object.assign(process.env, env);
  process.chdir(folder);
  try {
    const { code, stdout, stderr } = await inThisProcess(...args);
    return { exitCode: code, stdout: stdout.trimEnd(), stderr: stderr.trimEnd() };
  } finally {
    process.chdir(place);
    for (const name of Object.keys(env)) {
      if (before[name] === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = before[name];
    }
  }
}
