import { expect, test } from 'vitest';
import { patternProblem, safePattern } from './safe-pattern.js';

test('a pattern that was asked for before means the same again, and another one with another case', () => {
  for (const _ of [1, 2]) {
    expect([safePattern('ab+', false).occursIn('see ABB here'), safePattern('ab+', true).occursIn('see ABB here')]).toEqual([false, true]);
    expect([safePattern('ab+', false).is('abb'), safePattern('ab+', false).is('abb c'), safePattern('ab+', false).occursIn('abb c'), safePattern('ab+', false).occursIn('xabb')]).toEqual([true, false, true, false]);
  }
});

test('a pattern that would only be one inside of another is none', () => {
  for (const _ of [1, 2]) expect(patternProblem('a)|(b')).toMatch(/^is no pattern that RE2 takes: /);
});
