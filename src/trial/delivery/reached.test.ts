import { expect, test } from 'vitest';
import { Reached } from './reached.js';
import { statementsOf } from './statements.js';

test('a file that repeats its lines thousands of times costs what its length costs', { timeout: 20_000 }, () => {
  const text = `The export is written as CSV, one file per collection.\n${'Nothing of interest happened on this day, as on all others before it.\n'.repeat(20_000)}`;
  const statements = statementsOf({ 'NOTES.md': text });
  const reached = new Reached(statements, [], []);
  reached.take({ text, way: 'tool-result', session: 1, exchange: 1, time: '2026-06-01T09:00:00.000Z' });
  expect(reached.bytesOf('NOTES.md', 1)).toBe(Buffer.byteLength(text));
  expect(reached.bytesOf('NOTES.md', 2)).toBe(0);
});
