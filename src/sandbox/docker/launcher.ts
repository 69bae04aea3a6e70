import { randomBytes } from 'node:crypto';
import { HOME, USER, WORKSPACE } from '../layout.js';
import type { StartOptions } from '../sandbox.js';

/**
 * A container's command is fixed when it is created, but a sandbox is seeded and listed before it is told what to run.
 * So its main process is this shell: it reads a script from standard input, up to a line that the script's first line
 * names, and becomes what the script executes. It reads byte by byte, as `read` must: what follows is the command's own input.
 * Without a complete script (the harness died) it ends.
 */
const LAUNCHER = [
  'IFS= read -r e || exit 126',
  's=',
  'while IFS= read -r l; do',
  'if [ "$l" = "$e" ]; then eval "$s"; exit 126; fi',
  's="$s$l\n"',
  'done',
  'exit 126',
];

export const launcherCommand: readonly string[] = ['/bin/sh', '-c', LAUNCHER.join('\n')];

/** What to write to the launcher's input: the command, then its own input. */
export function launch(command: readonly string[], path: string, options: StartOptions): Buffer {
  const end = randomBytes(12).toString('hex');
  const script = `${enter(options.cwd)}\n${atHand(options)}exec ${wrap(command, path, options).map(quote).join(' ')}`;
  return Buffer.concat([Buffer.from(`${end}\n${script}\n${end}\n`), options.stdin ?? Buffer.alloc(0)]);
}

/** The same for a further process, which gets its command directly. */
export const execCommand = (command: readonly string[], path: string, options: StartOptions): string[] => [
  '/bin/sh', '-c', `${enter(options.cwd)}\n${atHand(options)}exec "$@"`, 'sh', ...wrap(command, path, options),
];

/**
 * Input that is on its way becomes a file without a name, so that all of it is there from the first moment: some CLIs give it half a
 * second, and take what comes later, on a machine that is busy, for no prompt at all. Where no file can be made it stays a stream.
 */
const atHand = ({ stdin }: StartOptions): string =>
  stdin === undefined || stdin.length === 0 ? '' : 'if p=$(mktemp 2>/dev/null); then cat >"$p" && exec <"$p" && rm -f "$p" || exit 126; fi\n';

/** A workspace that nobody has seeded is there all the same. */
function enter(cwd: string | undefined): string {
  if (cwd !== undefined) return `cd ${quote(cwd)} || exit 126`;
  const workspace = quote(WORKSPACE);
  return `cd ${workspace} 2>/dev/null || { mkdir -p ${workspace} && cd ${workspace}; } || exit 126`;
}

/** The command in exactly its environment: nothing of the image's or the engine's but `path`, the image's PATH. */
function wrap(command: readonly string[], path: string, { env = {} }: StartOptions): string[] {
  const all = { ...baseEnvironment(path), ...env };
  const assignments = Object.entries(all).map(([name, value]) => `${name}=${value}`);
  // `env` would take a program with `=` in its name for a variable.
  const program = command[0]?.includes('=') ? ['/bin/sh', '-c', 'exec "$0" "$@"', ...command] : command;
  return ['/usr/bin/env', '-i', ...assignments, ...program];
}

/** What a sandbox itself needs (sandbox.ts, `StartOptions.env`). */
const baseEnvironment = (path: string): Record<string, string> => ({
  HOME,
  PATH: path,
  USER: USER.name,
  LANG: 'C.UTF-8',
  TMPDIR: '/tmp',
});

const quote = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;
