import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isGeneral, isNote } from '../../../reading/note-files.js';
import { sha256 } from '../../../common/digest.js';
import type { Events } from './events.js';

/** Bytes of a file that are read at most; project notes are far smaller. */
const LARGEST = 1_000_000;
/** Characters of a file that are shown in the events. */
const SHOWN = 20_000;
const DEEPEST = 8;

/** Folders with what tools made or fetched. */
const skipped = new Set(['node_modules', 'dist', 'build', 'target', 'vendor', 'venv', '__pycache__']);

export interface NoteFile {
  /** Relative to where it was looked for, with `/`. */
  path: string;
  text: string;
}

/** Reads every note of the project below `root`, in the order of their paths. */
export function readNotes(root: string, events: Events): NoteFile[] {
  return listNotes(root, '', 0, events).flatMap((path) => {
    const text = readText(root, path, events);
    return text === undefined || isGeneral(path) ? [] : [{ path, text }];
  });
}

function listNotes(root: string, folder: string, depth: number, events: Events): string[] {
  const entries = events.call(
    'list',
    { path: folder === '' ? '.' : folder },
    () => readdirSync(join(root, folder), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1)),
    (entries) => ({ result: entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name)) }),
  );
  return (entries ?? []).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isFile()) return isNote(entry.name) ? [path] : [];
    return entry.isDirectory() && depth < DEEPEST && !entry.name.startsWith('.') && !skipped.has(entry.name) ? listNotes(root, path, depth + 1, events) : [];
  });
}

/** A file as text; undefined where it cannot be read. The events show its size, its digest and what it says. */
export function readText(root: string, path: string, events: Events): string | undefined {
  const bytes = events.call(
    'read',
    { path },
    () => {
      const { size } = lstatSync(join(root, path));
      if (size > LARGEST) throw new Error(`${path} is too large: ${String(size)} bytes`);
      return readFileSync(join(root, path));
    },
    (bytes) => {
      const text = bytes.toString('utf8');
      return { result: { bytes: bytes.length, sha256: sha256(bytes), text: text.slice(0, SHOWN) }, ...(text.length > SHOWN && { cut: true as const }) };
    },
  );
  return bytes?.toString('utf8');
}

export function writeText(root: string, path: string, text: string, events: Events): void {
  events.call(
    'write',
    { path: join(root, path) },
    () => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    },
    () => ({ result: { bytes: Buffer.byteLength(text), sha256: sha256(text) } }),
  );
}

export function removeFile(root: string, path: string, events: Events): void {
  events.call('delete', { path: join(root, path) }, () => { rmSync(join(root, path)); }, () => ({ result: 'removed' }));
}
