import { expect, test } from 'vitest';
import { stageOf, usedBy, type Evidence } from './stage.js';

const csv = { value: 'csv', source: 'state/decisions.md' };
const xml = { value: 'xml', source: 'sessions/old.md', quote: 'The export writes XML.' };
const answer = (value: string, source: string | null = null, quote = ''): { value: string; source: string | null; quote: string } => ({ value, source, quote });

test.each([
  ['csv', 'expected'], ['xml', 'superseded'], ['json', 'distractor'], ['unknown', 'nothing'], ['', 'nothing'], ['yaml', 'other'],
])('a value says what it was taken from: %s is %s', (value, used) => {
  const other = { value: 'json', source: 'state/decisions.md', quote: 'Beacon writes JSON.' };
  expect(usedBy(answer(value), { expected: csv, superseded: [xml], distractors: [other] }).used).toBe(used);
});

test('where a replaced record has the value of its replacement, what was cited tells', () => {
  const old = { value: 'csv', source: 'sessions/old.md', quote: 'CSV, as the archive wishes.', record_id: 'r-1', action: 'publish' };
  const candidates = { expected: csv, superseded: [old], distractors: [] };
  expect(usedBy({ ...answer('csv', 'state/decisions.md', 'CSV it is.'), record_id: 'r-2', action: 'outline' }, candidates).used).toBe('expected');
  expect(usedBy({ ...answer('csv', 'state/decisions.md', 'CSV it is.'), record_id: 'r-1', action: 'outline' }, candidates).used).toBe('superseded');
  expect(usedBy(answer('csv', 'sessions/old.md', 'CSV, as the archive wishes.'), candidates).used).toBe('superseded');
});

const seen: Evidence = { used: 'other', witnessed: true, delivered: true, touched: true, usedDelivered: true, complete: true };

test.each<[string, Partial<Evidence>]>([
  ['unknown', { witnessed: false }],
  ['unknown', { witnessed: false, delivered: false, used: 'superseded' }],
  ['undelivered', { delivered: false }],
  ['undelivered', { delivered: false, used: 'superseded' }],
  ['not-read', { delivered: false, touched: false }],
  ['read-unused', { used: 'nothing' }],
  ['superseded-used', { used: 'superseded' }],
  ['superseded-used', { used: 'superseded', delivered: null }],
  ['wrong-other', { used: 'superseded', usedDelivered: false }],
  ['invented', { used: 'other' }],
  ['invented', { used: 'other', delivered: null }],
  ['wrong-other', { used: 'other', complete: false }],
  ['wrong-other', { used: 'distractor' }],
  ['wrong-other', { used: 'expected' }],
])('the first step that was not taken is the stage: %s', (stage, evidence) => {
  expect(stageOf({ ...seen, ...evidence })).toBe(stage);
});
