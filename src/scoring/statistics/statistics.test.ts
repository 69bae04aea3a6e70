import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holm } from './holm.js';
import { meanPassPower, passPower } from './pass-power.js';
import { resample } from './resample.js';
import { signFlip } from './sign-flip.js';
import { wilson } from './wilson.js';

describe('wilson, against published tables', () => {
  test.each([
    [5, 5, 0.5655, 1],
    [4, 5, 0.3755, 0.9638],
    [0, 5, 0, 0.4345],
    [81, 263, 0.2553, 0.3662], // R. G. Newcombe (1998), table I.
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('%i of %i', (successes, trials, low, high) => {
    const interval = wilson(successes, trials);
    expect(interval?.low).toBeCloseTo(low, 4);
    expect(interval?.high).toBeCloseTo(high, 4);
  });

  test('of nothing is nothing', () => { expect(wilson(0, 0)).toBeUndefined(); });
});

describe('pass^k', () => {
  test.each([[5, 5, 5, 1], [4, 5, 5, 0], [4, 5, 3, 0.4], [4, 5, 1, 0.8], [2, 5, 3, 0]])('%i of %i, k = %i', (passed, runs, k, chance) => {
    expect(passPower(passed, runs, k)).toBeCloseTo(chance, 12);
  });

  test('is undefined, not left out, below k runs', () => {
    expect(passPower(4, 4, 5)).toBeUndefined();
    expect(meanPassPower([{ passed: 5, runs: 5 }, { passed: 4, runs: 4 }], 5)).toBeUndefined();
    expect(meanPassPower([{ passed: 5, runs: 5 }, { passed: 0, runs: 5 }], 5)).toBe(0.5);
  });
});

describe('sign-flip', () => {
  test('six tasks that all differ the same way: 2 / 2^6; five are too few', () => {
    expect(signFlip([1, 2, 1, 3, 1, 1])).toBe(0.03125);
    expect(signFlip([1, 2, 1, 3, 1])).toBeUndefined();
  });

  test('no difference at all, or one that cancels, is no evidence', () => {
    expect(signFlip([0, 0, 0, 0, 0, 0])).toBe(1);
    expect(signFlip([1, -1, 2, -2, 3, -3])).toBe(1);
  });

  test('is what listing all signs gives', () => {
    fc.assert(fc.property(fc.array(fc.integer({ min: -15, max: 15 }), { minLength: 6, maxLength: 9 }), (differences) => {
      const seen = Math.abs(differences.reduce((sum, one) => sum + one, 0));
      let extreme = 0;
      for (let signs = 0; signs < 2 ** differences.length; signs++) {
        const sum = differences.reduce((total, one, bit) => total + (((signs >> bit) & 1) === 1 ? one : -one), 0);
        if (Math.abs(sum) >= seen) extreme++;
      }
      expect(signFlip(differences)).toBeCloseTo(extreme / 2 ** differences.length, 12);
    }), { numRuns: 50 });
  });

  test('32 tasks exactly, and at once: all alike, and 31 against one', () => {
    expect(signFlip(Array<number>(32).fill(3))).toBe(2 / 2 ** 32);
    expect(signFlip([...Array<number>(31).fill(3), -3])).toBe((2 + 2 * 32) / 2 ** 32);
    const uneven = Array.from({ length: 32 }, (_, at) => (at % 5) + 1);
    expect(signFlip(uneven)).toBe(2 / 2 ** 32);
  });

  test('tasks that do not differ change nothing, and very many tasks are no trouble', () => {
    expect(signFlip([0, 0, 0, 2, 2, 2])).toBe(0.25);
    expect(signFlip(Array.from({ length: 1200 }, (_, at) => (at % 2 === 0 ? 1 : -1)))).toBe(1);
  });
});

test('holm, the example of the textbook: steps down, never decreases, keeps the order', () => {
  const adjusted = holm([0.01, 0.04, 0.03, 0.005]);
  for (const [index, value] of [0.03, 0.06, 0.06, 0.02].entries()) expect(adjusted[index]).toBeCloseTo(value, 12);
  expect(holm([0.9, 0.8])).toEqual([1, 1]);
  expect(holm([])).toEqual([]);
});

describe('resample', () => {
  const tasks = [[0, 0, 0, 0, 0], [3, 3, 3, 3, 3], [0, 1, 0, 1, 0]];

  test('runs that never differ leave no doubt about this battery, and much about others', () => {
    const fixed = [[0, 0, 0], [3, 3, 3]];
    expect(resample(fixed, 'fixed-battery', 1)).toEqual({ low: 1.5, high: 1.5 });
    expect(resample(fixed, 'beyond-battery', 1)).toEqual({ low: 0, high: 3 });
  });

  test('the same seed gives the same interval, which holds the mean', () => {
    const interval = resample(tasks, 'fixed-battery', 7);
    expect(resample(tasks, 'fixed-battery', 7)).toEqual(interval);
    expect(interval?.low).toBeLessThan(3.4 / 3);
    expect(interval?.high).toBeGreaterThan(3.4 / 3);
  });

  test('agrees with the standard error of the mean', () => {
    const runs = Array.from({ length: 40 }, (_, index) => index % 4);
    const { low, high } = resample([runs], 'fixed-battery', 3) ?? { low: NaN, high: NaN };
    const error = Math.sqrt(runs.reduce((sum, one) => sum + (one - 1.5) ** 2, 0) / runs.length / runs.length);
    expect((high - low) / (2 * 1.96 * error)).toBeCloseTo(1, 1);
  });

  test('one task says nothing about others', () => { expect(resample([[1, 2]], 'beyond-battery', 1)).toBeUndefined(); });
});
