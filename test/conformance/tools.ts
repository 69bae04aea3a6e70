import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pack } from 'tar-stream';
import { HOME, PROGRAMS, WORKSPACE } from '../../src/sandbox/layout.js';
import type { Exit, Running, Sandbox, StartOptions } from '../../src/sandbox/sandbox.js';
import { agentsDirectory, type Subject } from './subject.js';

export interface SeedEntry {
  /** Relative to `/`. */
  name: string;
  type?: 'file' | 'directory' | 'symlink' | 'link';
  content?: string | Buffer;
  mode?: number;
  linkname?: string;
}

/** Long ago and constant, as seeds are. */
export const SEEDED = new Date('2020-01-02T03:04:05Z');

/** The directories of the layout, then these. All belong to the sandbox's user. */
export function tarOf(entries: readonly SeedEntry[]): Readable {
  const tar = pack();
  const directories = [HOME, WORKSPACE].map((path): SeedEntry => ({ name: path.slice(1), type: 'directory' }));
  for (const { content = '', type = 'file', ...entry } of [...directories, ...entries]) {
    const mode = entry.mode ?? (type === 'directory' ? 0o755 : 0o644);
    tar.entry({ uid: 1000, gid: 1000, mtime: SEEDED, ...entry, type, mode }, content);
  }
  tar.finalize();
  return tar as unknown as Readable;
}

/** The fake agents of test/agents, where programs of the harness are. */
const agents = (): SeedEntry[] =>
  readdirSync(agentsDirectory)
    .filter((name) => name.endsWith('.mjs'))
    .map((name) => ({ name: `${PROGRAMS.slice(1)}/${name}`, content: readFileSync(join(agentsDirectory, name)) }));

/** A seeded sandbox with the fake agents in it, destroyed when `use` is over. */
export async function inSandbox(subject: Subject, use: (sandbox: Sandbox) => Promise<void>, seed: readonly SeedEntry[] = []): Promise<void> {
  const sandbox = await subject.provider.create(subject.spec);
  try {
    await sandbox.seed(tarOf([...agents(), ...seed]));
    await use(sandbox);
  } finally {
    await sandbox.destroy();
  }
}

/** The command line of a fake agent. */
export const agent = (sandbox: Sandbox, name: string, ...args: string[]): string[] => ['node', sandbox.inside(`${PROGRAMS}/${name}.mjs`), ...args];

export const shell = (script: string, ...args: string[]): string[] => ['sh', '-c', script, 'sh', ...args];

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

export const run = async (sandbox: Sandbox, command: readonly string[], options?: StartOptions): Promise<Outcome> => finish(await sandbox.start(command, options));

export const runNext = async (sandbox: Sandbox, command: readonly string[], options?: StartOptions): Promise<Outcome> => finish(await sandbox.exec(command, options));

/** Resolves when the process has said this; the rest of its output stays to be read. */
export async function hears({ stdout }: Running, words: string): Promise<void> {
  let heard = '';
  for await (const chunk of stdout.iterator({ destroyOnReturn: false })) {
    heard += String(chunk);
    if (heard.includes(words)) return;
  }
  throw new Error(`it ended without a word of ${words}: ${heard}`);
}

/** Processes of this machine whose command line holds `words`. */
export const processesWith = (words: string): string[] =>
  readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) return false;
    try {
      return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(words);
    } catch {
      return false;
    }
  });
