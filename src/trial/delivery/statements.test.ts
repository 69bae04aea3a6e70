import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findable, statementsOf } from './statements.js';

test('statements are lines and sentences; a heading goes with what it is the heading of', () => {
  const text = '# Notes\n\nThe queue is called ledger. Mara owns the schema of it.\n\n- The cut-over date is open.\n';
  expect(statementsOf({ 'a.md': text }).map((one) => one.text.trim())).toEqual(['# Notes\n\nThe queue is called ledger.', 'Mara owns the schema of it.', '- The cut-over date is open.']);
});

test('the bytes of a source are those of its statements, whatever it holds', () => {
  fc.assert(fc.property(fc.string({ unit: fc.constantFrom('a', 'Ü', '.', ' ', '\n', '見', '1'), maxLength: 3000 }), (text) => {
    let at = 0;
    for (const { from, to } of statementsOf({ s: text })) {
      expect(from).toBe(at);
      at = to;
    }
    expect(at).toBe(Buffer.byteLength(text));
  }));
});

test('a very long line is several statements', () => {
  const lengths = statementsOf({ s: `${'word '.repeat(2000)}\n` }).map(({ from, to }) => to - from);
  expect(Math.max(...lengths)).toBeLessThan(450);
});

test('a quote that is too short to be told apart is looked for with what is around it', () => {
  const statements = statementsOf({ 'a.md': 'We chose CSV. Nobody objected to it then.\n' });
  expect(findable('We chose CSV.', 'a.md', statements)).toBe('We chose CSV. Nobody objected to it then.\n');
  expect(findable('Nobody objected to it then.', 'a.md', statements)).toBe('Nobody objected to it then.');
});
