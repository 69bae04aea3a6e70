import { expect, test } from 'vitest';
import { markedParts } from './marked.js';

test('what was cited and what was expected is marked where it stands, also where both overlap', () => {
  const parts = markedParts('The export writes CSV, one file each.', [
    { question: 'format', text: 'writes CSV', kind: 'cited' },
    { question: 'format', text: 'The export writes CSV, one', kind: 'expected' },
  ]);
  expect(parts).toEqual([
    { text: 'The export ', cited: [], expected: ['format'] },
    { text: 'writes CSV', cited: ['format'], expected: ['format'] },
    { text: ', one', cited: [], expected: ['format'] },
    { text: ' file each.', cited: [], expected: [] },
  ]);
});

test('a quote that is not in the source, and an empty one, mark nothing', () => {
  expect(markedParts('as it is', [{ question: 'a', text: 'as it was', kind: 'cited' }, { question: 'b', text: '', kind: 'cited' }])).toEqual([{ text: 'as it is', cited: [], expected: [] }]);
});
