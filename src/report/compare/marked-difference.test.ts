import { expect, test } from 'vitest';
import { markedDifference, type MarkedPart } from './marked-difference.js';

const shown = (parts: readonly MarkedPart[]): string => parts.map(({ text, differs }) => (differs ? `[${text}]` : text)).join('');

test('what one side has and the other has not is marked word by word', () => {
  expect(markedDifference('value: sqlite\nsource: a.md', 'value: postgresql\nsource: a.md').map(shown)).toEqual(['value: [sqlite]\nsource: a.md', 'value: [postgresql]\nsource: a.md']);
  expect(markedDifference('the same', 'the same and more').map(shown)).toEqual(['the same', 'the same[ and more]']);
  expect(markedDifference('one two', 'red blue').map(shown)).toEqual(['[one two]', '[red blue]']);
});

test('of long texts the lines around the difference are left, and it says that something was left out', () => {
  const lines = Array.from({ length: 2000 }, (_, at) => `line ${String(at)}`).join('\n');
  const [one, other] = markedDifference(lines, lines.replace('line 1000\n', 'line <b>\n')).map(shown) as [string, string];
  expect(one).toMatch(/^…line 9\d\d\n[^[]*line \[1000\]\n.*…$/s);
  expect(other).toMatch(/^…line 9\d\d\n[^[]*line \[<b>\]\n.*…$/s);
  expect(one.length).toBeLessThan(3200);
});

test('megabytes of words that have nothing in common are told apart at once', () => {
  const [one, other] = [Array.from({ length: 400_000 }, (_, at) => `a${String(at)}`).join(' '), '😀'.repeat(2_000_000)];
  const [left] = markedDifference(one, other);
  expect(left.every(({ differs }) => differs) || shown(left).length < 5000).toBe(true);
  expect(markedDifference(`${'x'.repeat(500)}😀`, `${'x'.repeat(500)}😁`).map(shown).join('')).not.toMatch(/(?<![\ud800-\udbff])[\udc00-\udfff]/);
});
