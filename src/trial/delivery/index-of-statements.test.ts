import fc from 'fast-check';
import { expect, test } from 'vitest';
import { StatementIndex } from './index-of-statements.js';

const found = (patterns: readonly string[], text: string): number[] => {
  const hits = new Set<number>();
  new StatementIndex(patterns).search(text, (pattern, from, to) => {
    expect(text.slice(from, to)).toBe(patterns[pattern]);
    hits.add(pattern);
  });
  return [...hits].sort((a, b) => a - b);
};

test('finds exactly the statements that a text holds', () => {
  const piece = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 40 });
  fc.assert(fc.property(fc.uniqueArray(piece, { maxLength: 12 }), fc.array(piece, { maxLength: 12 }), (patterns, parts) => {
    const text = parts.join('');
    expect(found(patterns, text)).toEqual(patterns.flatMap((pattern, at) => (text.includes(pattern) ? [at] : [])));
  }));
});

test('ten thousand statements that begin alike are found in a text of megabytes', { timeout: 20_000 }, () => {
  const patterns = Array.from({ length: 10_000 }, (_, at) => `TheownerofthismoduleisMaraandthenumberis${String(at).padStart(6, '0')}`);
  const text = patterns.slice(0, 5000).join('').repeat(20);
  const hits = new Map<number, number>();
  new StatementIndex(patterns).search(text, (pattern) => void hits.set(pattern, (hits.get(pattern) ?? 0) + 1));
  expect(hits.size).toBe(5000);
  expect(new Set(hits.values())).toEqual(new Set([20]));
});
