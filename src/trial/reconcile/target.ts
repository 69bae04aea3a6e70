import { posix } from 'node:path';
import type { SeenCall } from '../../agents/adapter.js';
import { canonical } from '../../common/json.js';
import { HOME, WORKSPACE } from '../../sandbox/layout.js';

/** What parameters are called in the tools of the agents we know. The first that is there says what a call is aimed at. */
const COMMANDS = ['command', 'cmd', 'shell_command', 'script'];
const PATHS = ['file_path', 'filePath', 'absolute_path', 'target_file', 'notebook_path', 'dir_path', 'path', 'file', 'filename'];
const OTHERS = ['pattern', 'query', 'url', 'glob'];

/**
 * What a tool call is aimed at, the same however a CLI writes it: the text of a command without the shell around it, a
 * path as an absolute one, a search's pattern; else all of its arguments.
 */
export function targetOf({ arguments: given }: SeenCall): string {
  if (typeof given === 'string') return given.trim();
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return canonical(given ?? null);
  const holder = given as Record<string, unknown>;
  const { changes } = holder;
  if (Array.isArray(changes)) return changes.map((change) => pathOf(String((change as { path?: unknown } | null)?.path))).sort().join('\n');
  const command = first(holder, COMMANDS, (value) => typeof value === 'string' || isWords(value));
  if (command !== undefined) return commandOf(command as string | string[]);
  const path = first(holder, PATHS, isText);
  const other = first(holder, OTHERS, isText);
  if (path === undefined && other === undefined) return canonical(given);
  // A search has both, and is another one elsewhere.
  return [other, path === undefined ? undefined : pathOf(path as string)].filter((part) => part !== undefined).join('\n');
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const isWords = (value: unknown): boolean => Array.isArray(value) && value.every((word) => typeof word === 'string');

const first = (holder: Record<string, unknown>, names: readonly string[], fits: (value: unknown) => boolean): unknown =>
  names.map((name) => holder[name]).find((value) => fits(value));

const pathOf = (path: string): string => posix.resolve(WORKSPACE, path.replace(/^~(?=\/|$)/, HOME));

const SHELL = /^\s*(?:\/\S+\/)?(?:ba|z|da|k)?sh\s+-l?i?c\s+/;

/** The command inside of `bash -lc …`, as text or as a list of words. */
function commandOf(command: string | string[]): string {
  if (typeof command !== 'string') {
    const [program = '', flag = '', text] = command;
    return text !== undefined && command.length === 3 && SHELL.test(`${program} ${flag} `) ? text.trim() : command.join(' ').trim();
  }
  const shell = SHELL.exec(command)?.[0];
  const word = shell === undefined ? undefined : oneWord(command.slice(shell.length).trim());
  return (word ?? command).trim();
}

/** The value of one quoted shell word; undefined where there is more than one, or a quote stays open. */
function oneWord(text: string): string | undefined {
  let value = '';
  for (let rest = text; rest !== ''; ) {
    const part = /^'([^']*)'|^"((?:[^"\\]|\\[^])*)"|^\\([^])|^([^\s'"\\]+)/.exec(rest);
    if (!part) return undefined;
    const [whole, single, double, escaped, bare] = part;
    value += single ?? double?.replaceAll(/\\([$`"\\\n])/g, (_, character: string) => (character === '\n' ? '' : character)) ?? escaped ?? bare ?? '';
    rest = rest.slice(whole.length);
  }
  return value;
}
