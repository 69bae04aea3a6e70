import type { Act } from '../brain.js';
import { globbedFiles, LIST_COMMAND, listedFiles, type Listed } from './listing.js';
import { plainOutput, saysCut } from './output.js';

/** What is worth reading of a project: what people and programs noted, not what tools made. */
const TEXT = /\.(?:md|markdown|mdx|txt|rst|adoc|json|ya?ml|toml|csv|ini|cfg|org)$|(?:^|\/)(?:README|NOTES|TODO|HANDOFF|CHANGELOG|DECISIONS)$/i;
const MADE = /(?:^|\/)(?:node_modules|dist|build|target|vendor|venv|__pycache__)\/|(?:^|\/)(?:package-lock\.json|[^/]*\.lock|[^/]*-lock\.ya?ml)$|(?:^|\/)\.(?!github)[^/]*\//;
const LARGEST = 512 * 1024;
const MOST_FILES = 200;
/** Bytes asked for at once where a tool does not show a whole file. */
const PIECE = 6000;

export interface FileText {
  path: string;
  text: string;
}

/**
 * Reads a project as a person would, one look after the other. Gives what it wants next, takes what a tool showed for it,
 * and returns the files, named from `cwd`. Run again from the start with the same outputs it does the same, so no state has to be kept.
 */
export function* explore(cwd: string | null): Generator<Act, FileText[], string> {
  const files: FileText[] = [];
  for (const listed of worthReading(yield* list(cwd))) {
    const text = yield* readWhole(listed);
    if (text !== null) files.push({ path: listed.path, text });
  }
  return files;
}

function* list(cwd: string | null): Generator<Act, Listed[], string> {
  const output = yield { kind: 'run', command: LIST_COMMAND };
  const found = listedFiles(output);
  return found.length > 0 ? found : globbedFiles(yield { kind: 'list' }, cwd);
}

const worthReading = (listed: readonly Listed[]): Listed[] =>
  listed.filter(({ path, bytes }) => TEXT.test(path) && !MADE.test(path) && (bytes ?? 0) <= LARGEST).slice(0, MOST_FILES);

function* readWhole({ path, bytes, lines }: Listed): Generator<Act, string | null, string> {
  if (bytes === 0) return '';
  const output = yield { kind: 'read', path };
  const text = plainOutput(output);
  if (bytes === null || lines === null) return text === '' ? null : text;
  // A last line break may be lost on the way, and so may spaces at the ends.
  const short = text === '' || Buffer.byteLength(text) < bytes - Math.max(8, bytes * 0.01);
  if (!short && !saysCut(output)) return text;
  // A long line that a tool cuts is cut again; of a small file nothing at all is an output that got lost.
  if (lines < 2 && short && text !== '') return text;
  return yield* readPieces(path, bytes, lines + 1);
}

function* readPieces(path: string, bytes: number, lines: number): Generator<Act, string, string> {
  const step = Math.max(1, Math.floor(PIECE / (bytes / lines)));
  const pieces: string[] = [];
  for (let from = 1; from <= lines; from += step) {
    const output = yield { kind: 'read', path, from, lines: Math.min(step, lines - from + 1) };
    pieces.push(plainOutput(output).replace(/\n$/, ''));
  }
  return pieces.join('\n');
}
