import { sha256 } from '../common/digest.js';
import type { Statement } from './statements.js';
import { isRecord, type Question } from './task.js';
import { codeWords, contentStems, stem } from './words.js';

/** What a retrieval index says of one source at one revision. */
export interface Entry {
  record_id: string;
  source_id: string;
  source_revision: string;
  supersedes: string | null;
  dependency_check: string;
}

export function entriesIn(json: string): Entry[] {
  try {
    return listIn(JSON.parse(json)).flatMap((each) => (isEntry(each) ? [each] : []));
  } catch {
    return [];
  }
}

/** The list itself, or the first list among an object's members. */
const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : isRecord(value) ? (Object.values(value).find(Array.isArray) ?? []) : []);

const isEntry = (value: unknown): value is Entry =>
  isRecord(value) &&
  ['record_id', 'source_id', 'source_revision', 'dependency_check'].every((key) => typeof value[key] === 'string') &&
  (value['supersedes'] === null || typeof value['supersedes'] === 'string');

/**
 * The entry that stands behind a statement: of its source, at the revision the file has now, its check matching, superseded by no other such
 * entry. Of several, the one whose id shares most words with the question; where none is current, one of the same source all the same.
 */
export function entryFor(question: Question, { source }: Statement, content: string, entries: readonly Entry[]): Entry | undefined {
  const sound = entries.filter(({ dependency_check }) => /^(?:match|ok|pass|valid|current)/i.test(dependency_check));
  const replaced = new Set(sound.map(({ supersedes }) => supersedes));
  const ofSource = (entry: Entry): boolean => entry.source_id === source;
  const current = sound.filter((entry) => ofSource(entry) && entry.source_revision === sha256(content) && !replaced.has(entry.record_id));
  const asked = new Set([...codeWords(question.id).map(stem), ...contentStems(question.subject)]);
  const shared = ({ record_id }: Entry): number => codeWords(record_id).filter((word) => asked.has(stem(word))).length;
  return (current.length > 0 ? current : entries.filter(ofSource)).sort((a, b) => shared(b) - shared(a) || (a.record_id < b.record_id ? -1 : 1))[0];
}
