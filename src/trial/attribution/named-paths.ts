import { posix } from 'node:path';
import { HOME, WORKSPACE } from '../../sandbox/layout.js';

/** The paths that a tool call may have written to, absolute, as seen inside. */
export interface NamedPaths {
  /** Arguments of a tool that is there to write. */
  written: string[];
  /** Words of a shell command that changes something; a folder stands for all that is in it. */
  commanded: string[];
}

const READERS = /^(?:.*_)?(?:read|view|list|ls|glob|grep|search|find|cat|open|fetch|web|recall)(?:$|[_-]|[A-Z])|read_?file|readfile|readmany/i;
const COMMAND_KEYS = new Set(['command', 'cmd', 'shell_command', 'script']);
const PATH_KEYS = /^(?:path|file|filename|file_?path|absolute_?path|target_?file|notebook_?path|new_?path|destination)$/i;
const PATCHED = /^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+)$/gm;
/** Signs that a command writes. One that only reads has made nothing that it names. */
const WRITES = />|\b(?:apply_patch|tee|cp|mv|rm|mkdir|rmdir|touch|ln|chmod|chown|sed|perl|python[\d.]*|ruby|node|git|npm|npx|make|install|dd|truncate|patch|tar|unzip|rsync|mkfifo)\b/;
const DEEPEST = 6;

/** What a call names. */
export function namedPaths(name: string, given: unknown): NamedPaths {
  const found: NamedPaths = { written: [], commanded: [] };
  const visit = (value: unknown, key: string, depth: number): void => {
    if (typeof value === 'string') takeText(value, key, found);
    else if (Array.isArray(value)) {
      if (COMMAND_KEYS.has(key)) takeText(value.join(' '), key, found);
      else for (const one of value) if (depth < DEEPEST) visit(one, key, depth + 1);
    } else if (typeof value === 'object' && value !== null && depth < DEEPEST) {
      for (const [own, one] of Object.entries(value)) visit(one, own, depth + 1);
    }
  };
  visit(given, '', 0);
  return READERS.test(name) ? { written: [], commanded: found.commanded } : found;
}

function takeText(text: string, key: string, found: NamedPaths): void {
  found.written.push(...[...text.matchAll(PATCHED)].map(([, path = '']) => absolute(path.trim(), WORKSPACE)));
  if (COMMAND_KEYS.has(key)) {
    if (WRITES.test(text)) found.commanded.push(...wordsOf(text));
  } else if (PATH_KEYS.test(key) && !text.includes('\n')) found.written.push(absolute(text, WORKSPACE));
}

/** Words of a command as paths; what follows a `cd` may be meant from there. */
function wordsOf(command: string): string[] {
  const bases = [WORKSPACE, ...[...command.matchAll(/\bcd\s+['"]?([^\s'";&|]+)/g)].map(([, to = '']) => absolute(to, WORKSPACE))];
  const words = command.split(/[\s'"`;|&<>()=,{}]+/).filter((word) => word !== '' && !word.startsWith('-'));
  return [...new Set(words.flatMap((word) => bases.map((base) => absolute(word, base))))].filter((path) => !EVERYTHING.has(path));
}

/** Folders that hold all state: to name one says nothing about a file in it. */
const EVERYTHING = new Set(['/', HOME, WORKSPACE, posix.dirname(HOME), posix.dirname(WORKSPACE)]);

const absolute = (path: string, base: string): string => posix.resolve(base, path.replace(/^(?:~|\$HOME|\$\{HOME\})(?=\/|$)/, HOME));
