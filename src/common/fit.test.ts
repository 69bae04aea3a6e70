import stringWidth from 'string-width';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fit } from './fit.js';

test.each([
  ['as it is', 'twelve chars', 12, 'twelve chars'],
  ['wide characters', '漢字漢字漢字', 12, '漢字漢字漢字'],
  ['nothing', '', 3, ''],
])('what fits stays: %s', (_, line, width, expected) => {
  expect(fit(line, width)).toBe(expected);
});

test.each([
  ['text', 'x'.repeat(100), 30, `${'x'.repeat(19)}…[81 more]`],
  ['wide characters', '漢'.repeat(100), 30, `${'漢'.repeat(9)}…[91 more]`],
  ['a family of one character, whole or not at all', `${'👨‍👩‍👧'.repeat(20)}`, 20, `${'👨‍👩‍👧'.repeat(4)}…[128 more]`],
])('what is longer is cut, and says so: %s', (_, line, width, expected) => {
  expect(fit(line, width)).toBe(expected);
  expect(stringWidth(fit(line, width))).toBeLessThanOrEqual(width);
});

test('of a huge line no more is taken apart than the width can need', () => {
  const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment');
  onTestFinished(() => { segment.mockRestore(); });
  const fitted = fit('ab\u0301'.repeat(50_000), 80);
  const looked = segment.mock.calls.map(([text]) => text.length);
  expect(stringWidth(fitted)).toBeLessThanOrEqual(80);
  expect(Math.max(...looked)).toBeLessThan(10_000);
});
