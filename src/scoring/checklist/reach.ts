import { isWithin } from '../../common/paths.js';
import { commandLines, mentions, toolClass } from './calls.js';
import { joined, startOf, trimmed } from './directory.js';
import type { ToolCall } from './evidence.js';
import { baseName, simpleCommands, type SimpleCommand } from './shell.js';
import { globOf } from './glob.js';

/** How a call gets at a file or folder: `opened` names it as something to work on, `maybe` goes over something it lies in, so that its text alone does not tell. */
export type Reach = 'opened' | 'maybe' | 'none';

/** What is looked for, and the files in it where they are known: a pattern of names may be theirs. */
export interface Place {
  path: string;
  files: readonly string[];
}

/** A longer command line is not taken apart. UTF-16 units. */
const MAX_LINE = 2 ** 16;

/** How a call reaches a place by what it was told to do; what it gave back is not looked at. `writes`: whether a redirection into the place counts. */
export function reachOf(call: ToolCall, place: Place, writes = true): Reach {
  if (toolClass(call.name) !== 'command') return farthest(pathsOf(call).map((text) => ofPath(text, place, toolClass(call.name) === 'search' && !isFlat(call.name))));
  return farthest(commandLines(call).map((line) => ofLine(line, startOf(call), place, writes)));
}

const farthest = (all: readonly Reach[]): Reach => (all.includes('opened') ? 'opened' : all.includes('maybe') ? 'maybe' : 'none');

/** Arguments that hold words to look for or text to write, not places: of a tool that lists by pattern, the pattern is the place. */
const NO_PLACE = /^(?:pattern|query|regex|regexp|content|contents|text|new_string|old_string|description|prompt|explanation)$/i;

/** A tool that lists one directory, not what lies below it. */
const isFlat = (name: string): boolean => /^(?:ls|list)(?:$|[A-Z_])/i.test(name);

function pathsOf({ name, arguments: given }: ToolCall): string[] {
  if (typeof given === 'string') return [given];
  if (typeof given !== 'object' || given === null) return [];
  const lists = /glob|list|ls|find/i.test(name) && !/grep|search/i.test(name);
  const paths = Object.entries(given).filter(([key]) => lists || !NO_PLACE.test(key)).flatMap(([, value]) => (Array.isArray(value) ? (value as unknown[]) : [value]));
  const texts = paths.filter((value) => typeof value === 'string');
  // A search that is not told where goes over everything.
  return texts.length === 0 && toolClass(name) === 'search' ? ['.'] : texts;
}

function ofPath(text: string, place: Place, recursive: boolean): Reach {
  if (text.startsWith('!')) return 'none';
  if (isIn(text, place.path) || (/\s/.test(text) && mentions(text, place.path))) return 'opened';
  return recursive && (covers(text, '', place) || globs(text, '', place, true)) ? 'maybe' : 'none';
}

/** Programs that are given text, or look at no more than a name. */
const TEXT_ONLY = new Set(['echo', 'printf', 'test', '[', '[[', ':', 'true', 'export', 'alias']);
const LANGUAGES = /^(?:python[\d.]*|node|perl|ruby|deno|bun|php|awk|gawk|mawk)$/;
/** Ways of a language to go over a directory. */
const WALKS = /\b(?:walk|glob|rglob|iglob|iterdir|listdir|scandir|readdir|readdirSync|opendir)\b/;

function ofLine(line: string, start: string, place: Place, writes: boolean): Reach {
  if (line.length > MAX_LINE) return line.includes(place.path) ? 'maybe' : 'none';
  if (isScript(line)) return ofScript(line, place, writes);
  let directory = start;
  const found: Reach[] = [];
  for (const command of simpleCommands(line)) {
    const [program = '', target = ''] = command.words;
    found.push(ofCommand(command, directory, place, writes));
    if (program === 'cd') directory = enter(directory, target, place);
  }
  const reach = farthest(found);
  // A name that goes through a variable: where it ends, the text does not say.
  return reach === 'none' && new RegExp(`(?:^|[\\s;&|(])[A-Za-z_]\\w*=['"]?(?:\\./)?${escaped(place.path)}\\b`).test(withoutBodies(line)) ? 'maybe' : reach;
}

/** A program that calls tools: the command lines in it are read, and of the rest only whether it names the place. */
function ofScript(line: string, place: Place, writes: boolean): Reach {
  const commands = [...line.matchAll(/\b(?:cmd|command)["']?\s*:\s*("(?:[^"\\]|\\.)*")/g)].flatMap(([, text = '']) => {
    try {
      return [JSON.parse(text) as string];
    } catch {
      return [];
    }
  });
  if (commands.length === 0) return mentions(line, place.path) ? 'maybe' : 'none';
  return farthest(commands.map((command) => ofLine(command, '', place, writes)));
}

export const isScript = (line: string): boolean => /\b(?:await|const|tools\.)\s*\w/.test(line);

function ofCommand({ words, body, piped }: SimpleCommand, directory: string, place: Place, writes: boolean): Reach {
  const name = baseName(words[0] ?? '');
  if (TEXT_ONLY.has(name)) return 'none';
  if (name === 'git' && ['commit', 'tag', 'config'].includes(words[1] ?? '')) return 'none';
  const { given, excluded } = operands(name, words, writes);
  if (name === 'find') return ofFind(words.slice(1), directory, place);
  const code = LANGUAGES.test(name) ? [...words.slice(1).filter((word) => /[\s(){}]/.test(word)), body].join('\n') : '';
  if (code !== '' && place.files.some((file) => mentions(code, file))) return 'opened';
  if (given.some((word) => isIn(from(directory, word), place.path))) return name === 'ls' && words.some((word) => /^-[a-zA-Z]*d/.test(word)) ? 'none' : 'opened';
  if (excluded.some((word) => word.split(/[,=]/).some((part) => trimmed(part.replace(/^!/, '')).replace(/\/\*+$/, '') === place.path))) return 'none';
  if (code !== '' && (mentions(code, place.path) || WALKS.test(code))) return 'maybe';
  const recursive = isRecursive(name, words);
  const starts = recursive && given.length === 0 && !piped ? ['.'] : given;
  return starts.some((word) => (recursive && covers(word, directory, place)) || globs(word, directory, place, recursive || name === 'ls' || name === 'for')) ? 'maybe' : 'none';
}

/** Options that say what is left out, and those whose next word is no place. */
const EXCLUDES = /^(?:--exclude(?:-dir)?|--ignore(?:-dir)?|--iglob|--glob|-g|-I|-x)(?:=|$)/;
const WITH_PATTERN = new Set(['grep', 'egrep', 'fgrep', 'rg', 'ag', 'ack', 'sed']);

/** The words of a command that can be places, and those that say what it leaves out. */
function operands(name: string, words: readonly string[], writes: boolean): { given: string[]; excluded: string[] } {
  const [given, excluded]: [string[], string[]] = [[], []];
  let pattern = WITH_PATTERN.has(name) && !words.includes('--files');
  for (let at = 1; at < words.length; at++) {
    const word = words[at] ?? '';
    if (EXCLUDES.test(word) && !(word === '-I' && WITH_PATTERN.has(name)) && !(word === '-x' && name !== 'zip')) excluded.push(...(word.includes('=') ? [word.slice(word.indexOf('=') + 1)] : [words[++at] ?? '']));
    else if (/^(?:!|:!|:\(exclude\))./.test(word)) excluded.push(word.replace(/^:?(?:!|\(exclude\))/, ''));
    else if (/^(?:-e|--regexp)$/.test(word) && WITH_PATTERN.has(name)) [pattern, at] = [false, at + 1];
    else if (/^\d*>{1,2}$/.test(word) && !writes) at++;
    else if (/^\d*>{1,2}./.test(word)) given.push(...(writes ? [word.replace(/^\d*>+/, '')] : []));
    else if (word.startsWith('-')) given.push(...(word.includes('=') ? [word.slice(word.indexOf('=') + 1)] : []).filter((value) => value.includes('/')));
    else if (pattern) pattern = false;
    else if (!/\s/.test(word)) given.push(word);
  }
  return { given, excluded };
}

function isRecursive(name: string, words: readonly string[]): boolean {
  const has = (flags: RegExp): boolean => words.some((word) => flags.test(word));
  if (['grep', 'egrep', 'fgrep'].includes(name)) return has(/^(?:-[a-zA-Z]*[rR][a-zA-Z]*|--(?:dereference-)?recursive)$/);
  if (name === 'ls') return has(/^(?:-[a-zA-Z]*R[a-zA-Z]*|--recursive)$/);
  if (name === 'tree') return !words.some((word, at) => word === '-L' && words[at + 1] === '1');
  if (['cp', 'diff'].includes(name)) return has(/^-[a-zA-Z]*[rRa]|^--recursive$/);
  return ['rg', 'ag', 'ack', 'tar', 'zip', 'rsync', 'du'].includes(name);
}

/** `find`: where it starts, how deep it goes, and what it is told to leave out or to keep to. */
function ofFind(words: readonly string[], directory: string, place: Place): Reach {
  const tests = words.findIndex((word) => /^[-(!\\]/.test(word));
  const starts = words.slice(0, tests === -1 ? words.length : tests);
  if (starts.some((word) => isIn(from(directory, word), place.path))) return 'opened';
  const rest = tests === -1 ? [] : words.slice(tests);
  const named = rest.flatMap((word, at) => (/^-i?(?:path|wholename|name)$/.test(word) && isIn((rest[at + 1] ?? '').replace(/^\*\//, ''), place.path) ? [at] : []));
  const leftOut = rest.includes('-prune') || named.some((at) => ['!', '-not'].includes(rest[at - 1] ?? ''));
  if (named.length > 0) return leftOut ? 'none' : 'opened';
  const depth = Number(rest[rest.indexOf('-maxdepth') + 1]);
  if (rest.includes('-maxdepth') && depth <= place.path.split('/').length) return 'none';
  return (starts.length === 0 ? ['.'] : starts).some((word) => covers(word, directory, place) || globs(word, directory, place, true)) ? 'maybe' : 'none';
}

const escaped = (text: string): string => text.replaceAll(/[^\w/-]/g, String.raw`\$&`);

const withoutBodies = (line: string): string => line.replaceAll(/<<-?\s*(['"]?)([\w.-]+)\1([^\n]*)\n[\s\S]*?\n\2(?=\n|$)/g, '$3');

/** A path as it is meant in a directory of the workspace. */
const from = (directory: string, word: string): string => (/^[/~$<]/.test(word) ? word : joined(directory, word));

/** A path that is the place or lies in it: relative, or absolute and with the place in it. */
function isIn(word: string, path: string): boolean {
  const plain = joined('', trimmed(word.replace(/^<+/, '')));
  if (isWithin(plain, path)) return true;
  return /^(?:\/|~|\$|\.\.\/)/.test(plain) && `${plain}/`.includes(`/${path}/`);
}

/** Whether going over all below a path goes over the place. Where an absolute path leads is known only if it ends in a folder beside the place. */
function covers(word: string, directory: string, { path }: Place): boolean {
  if (/^(?:\/|~|\$)/.test(word) || word === '') return true;
  const start = joined(directory, trimmed(word));
  return start === '.' || start.startsWith('..') || path.startsWith(`${start}/`);
}

/** Whether a pattern of names is one of the files, or, for what goes into folders, of the folder. */
function globs(word: string, directory: string, { path, files }: Place, folders: boolean): boolean {
  if (!/[*?[]/.test(word)) return false;
  const matches = globOf(joined(directory, trimmed(word)));
  return files.some(matches) || (folders && matches(path));
}

/** The directory after `cd`; an absolute one is taken for the workspace, unless it leads into the place. */
function enter(directory: string, target: string, { path }: Place): string {
  if (isIn(target, path)) return path;
  return /^(?:\/|~|\$|-|$)/.test(target) ? '' : joined(directory, target);
}
