import { expect, test } from 'vitest';
import { sha256 } from '../common/digest.js';
import { entriesIn, entryFor, type Entry } from './entries.js';
import { statementsOf } from './statements.js';
import { questionsIn } from './task.js';

const [question] = questionsIn(JSON.stringify({ questions: { export_format: 'Which format does the Tern export write? Answer with exactly one of: `csv`, `xml`.' } }));
const text = 'The Tern export writes CSV.\n';
const [statement] = statementsOf('NOTES.md', text);
const entry = (record_id: string, more: Partial<Entry> = {}): Entry => ({ record_id, source_id: 'NOTES.md', source_revision: sha256(text), supersedes: null, dependency_check: 'match', ...more });
const found = (...entries: Entry[]): string | undefined => question && statement && entryFor(question, statement, text, entries)?.record_id;

test('takes the record of the same source that the question speaks of', () => {
  expect(found(entry('launch-date-1'), entry('export-format-2'), entry('export-format-3', { source_id: 'other.md' }))).toBe('export-format-2');
});

test.each([
  ['another one supersedes it', [entry('export-format-1'), entry('export-format-9', { supersedes: 'export-format-1' })]],
  ['it was made of another revision', [entry('export-format-1', { source_revision: sha256('old') }), entry('export-format-9')]],
  ['its check does not match', [entry('export-format-1', { dependency_check: 'mismatch' }), entry('export-format-9')]],
])('not one that is not current: %s', (_, entries) => {
  expect(found(...entries)).toBe('export-format-9');
  expect(found(...entries.toReversed())).toBe('export-format-9');
});

test('a record that is not current itself replaces nothing', () => {
  expect(found(entry('export-format-1'), entry('export-format-9', { supersedes: 'export-format-1', dependency_check: 'mismatch' }))).toBe('export-format-1');
});

test('reads lists and objects that hold one, and nothing from anything else', () => {
  const list = [entry('a'), { record_id: 'broken' }, null];
  expect(entriesIn(JSON.stringify(list))).toEqual([entry('a')]);
  expect(entriesIn(JSON.stringify({ retrieval_records: list }))).toEqual([entry('a')]);
  for (const json of ['', '{', '3', '{}', 'null']) expect(entriesIn(json)).toEqual([]);
});
