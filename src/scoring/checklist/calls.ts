import type { ToolCall } from './evidence.js';

/** What a tool does, whatever an agent calls it. */
export const TOOL_CLASSES = ['read', 'write', 'command', 'search', 'web', 'other'] as const;
export type ToolClass = (typeof TOOL_CLASSES)[number];

/** The first row with one of the name's words decides, so `web_search` is web and `run_shell_command` a command. */
const WORDS: readonly [ToolClass, ReadonlySet<string>][] = [
  ['other', new Set(['mcp', 'todo', 'todos', 'plan', 'memory', 'task'])],
  ['web', new Set(['web', 'fetch', 'browser', 'browse', 'url', 'http'])],
  ['command', new Set(['bash', 'shell', 'exec', 'command', 'terminal', 'run', 'execute'])],
  ['write', new Set(['write', 'edit', 'create', 'patch', 'change', 'replace', 'multiedit', 'delete', 'rename', 'move'])],
  ['read', new Set(['read', 'view', 'open', 'cat'])],
  ['search', new Set(['search', 'grep', 'glob', 'find', 'ls', 'list', 'codebase'])],
];

export function toolClass(name: string): ToolClass {
  const words = name.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toLowerCase().split(/[^a-z]+/);
  return WORDS.find(([, known]) => words.some((word) => known.has(word)))?.[0] ?? 'other';
}

/** The command lines of a call; an argument list is joined. A call that runs no commands has none. */
export function commandLines({ name, arguments: given }: ToolCall): string[] {
  if (toolClass(name) !== 'command') return [];
  if (typeof given === 'string') return [given];
  if (typeof given !== 'object' || given === null) return [];
  const { command, cmd, script, input } = given as Record<string, unknown>;
  return [command, cmd, script, input].flatMap((line) => {
    if (typeof line === 'string') return [line];
    return Array.isArray(line) && line.every((word) => typeof word === 'string') ? [line.map(quoted).join(' ')] : [];
  });
}

const quoted = (word: string): string => (/^[\w./=:@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

/** Whether a text names a path: not inside a longer name. */
export function mentions(text: string, path: string): boolean {
  for (let at = text.indexOf(path); at !== -1; at = text.indexOf(path, at + 1)) {
    const [before = ' ', after = ' '] = [text[at - 1], text[at + path.length]];
    if (!/[\w.-]/.test(before) && !/[\w-]/.test(after)) return true;
  }
  return false;
}

/** Lines shorter than this may stand in more than one file. */
const TELLING = 18;

/** Whether what a call gave back shows one of the longer lines of a text. */
export function showsLineOf({ result }: ToolCall, text: string | null): boolean {
  if (result === null || text === null) return false;
  return text.split('\n').map((line) => line.trim()).some((line) => line.length >= TELLING && result.includes(line));
}
