import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeText } from './files.js';
import { sha256 } from '../../../common/digest.js';
import type { Events } from './events.js';
import type { Answer } from '../../../reading/reply.js';
import { isRecord, type Question } from '../../../reading/task.js';

/** Says of a file's content that it is such a note, whatever the file is called. */
const MARK = 'working-notes/1';
const NAME = '.working-notes.json';
const LARGEST = 1_000_000;

/** What was learned, by the digest of the question. */
export type Notes = Map<string, Answer>;

export const keyOf = ({ text }: Question): string => sha256(text);

/** Looks for notes from earlier work directly in each place, and reports how many it found. */
export function recall(places: readonly string[], events: Events): Notes {
  const found = events.call(
    'recall',
    { places },
    () => places.flatMap((place) => filesIn(place)).flatMap((file) => readNote(file) ?? []),
    (notes) => ({ result: { notes: notes.length, in: notes.map(({ file }) => file) } }),
  );
  return new Map((found ?? []).flatMap(({ answers }) => Object.entries(answers)));
}

/** Writes what was learned into each place that is there. */
export function remember(places: readonly string[], learned: Notes, events: Events): void {
  const text = `${JSON.stringify({ kind: MARK, answers: Object.fromEntries(learned) }, null, 2)}\n`;
  for (const place of places) writeText(place, NAME, text, events);
}

function filesIn(place: string): string[] {
  try {
    return readdirSync(place).sort().map((name) => join(place, name));
  } catch {
    return [];
  }
}

function readNote(file: string): { file: string; answers: Record<string, Answer> } | undefined {
  try {
    const state = lstatSync(file);
    // Only plain files: a pipe would wait for ever.
    if (!state.isFile() || state.size > LARGEST) return undefined;
    const note: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isRecord(note) && note['kind'] === MARK && isRecord(note['answers']) ? { file, answers: note['answers'] as Record<string, Answer> } : undefined;
  } catch {
    return undefined;
  }
}
