import { describe, expect, test } from 'vitest';
import { contrast, readContrast, type PairedRuns } from './contrast.js';

const same = (count: number, a: readonly number[], b: readonly number[], of = 1): PairedRuns[] => Array.from({ length: count }, () => ({ a, b, of }));

describe('a contrast over tasks', () => {
  test('six tasks that all differ by one point: the smallest p there is for six, 2 / 2^6', () => {
    expect(contrast(same(6, [1, 1, 1, 1, 1], [0, 0, 0, 0, 0]), 1)).toEqual({
      tasks: 6, fewest_runs: 5, mean_a: 1, mean_b: 0, difference: 1, fixed_battery: { low: 1, high: 1 }, beyond_battery: { low: 1, high: 1 }, p: 0.03125,
    });
  });

  test('tasks weigh alike, however many questions they have, and the test on them stays exact', () => {
    // Halves and thirds: differences +1/2 (three times) and −1/3 (three times). Of the 64 ways to turn the signs (i of the first
    // three and j of the others kept, 3(2i − 3) − 2(2j − 3) in sixths) those at least as far from 0 as 3 sixths are 44.
    const pairs = [...same(3, [2, 2], [1, 1], 2), ...same(3, [1, 1], [2, 2], 3)];
    const found = contrast(pairs, 1);
    expect(found?.difference).toBeCloseTo((0.5 - 1 / 3) / 2, 12);
    let extreme = 0;
    for (const [i, wi] of [1, 3, 3, 1].entries()) for (const [j, wj] of [1, 3, 3, 1].entries()) if (Math.abs(3 * (2 * i - 3) - 2 * (2 * j - 3)) >= 3) extreme += wi * wj;
    expect(found?.p).toBe(extreme / 64);
  });

  test('sides may have different numbers of runs', () => {
    expect(contrast([{ a: [0, 1], b: [1, 1, 1], of: 1 }], 1)).toMatchObject({ tasks: 1, difference: -0.5, beyond_battery: null, p: null });
  });

  test('the fixed battery knows the doubt of runs, the world beyond it that of tasks', () => {
    const steady = [...same(8, [3, 3, 3], [0, 0, 0]), ...same(8, [0, 0, 0], [3, 3, 3])];
    const found = contrast(steady, 1);
    expect(found?.fixed_battery).toEqual({ low: 0, high: 0 });
    expect(found?.beyond_battery?.low).toBeLessThan(-1);
    expect(found?.beyond_battery?.high).toBeGreaterThan(1);
  });

  test('of nothing is nothing', () => { expect(contrast([], 1)).toBeUndefined(); });
});

describe('reading a contrast', () => {
  const read = (pairs: PairedRuns[], margin: number): ReturnType<typeof readContrast> => {
    const found = contrast(pairs, 1);
    if (!found) throw new TypeError('no tasks');
    return readContrast(found, found.p, margin);
  };

  const varied = [...same(3, [20, 20, 19], [20, 19, 20], 20), ...same(3, [20, 19, 20], [20, 20, 20], 20)];

  test('two profiles whose runs vary a little, and alike, are equal, here and beyond', () => { expect(read(varied, 0.1)).toEqual({ larger: null, equal: 'beyond-battery' }); });
  test('a small difference that is nearly always there is both: larger, and equal within the margin', () => { expect(read(varied.map(({ a, b, of }) => ({ a, b: b.map((one) => one - 2), of })), 0.2)).toEqual({ larger: 'a', equal: 'beyond-battery' }); });
  test('what never varied between runs shows nothing of other runs', () => { expect(read(same(6, [4, 4, 4, 4, 4], [4, 4, 4, 4, 4], 4), 0.05)).toEqual({ larger: null, equal: null }); });
  test('nor does one run of each task, however alike they are', () => { expect(read([...same(5, [20], [20], 20), ...same(1, [20], [19], 20)], 0.5)).toEqual({ larger: null, equal: null }); });
  test('tasks that all differ alike show nothing of other tasks', () => { expect(read(same(6, [1, 0], [1, 0]), 0.9)).toEqual({ larger: null, equal: 'this-battery' }); });
  test('what cancels over the tasks of this battery may be large elsewhere', () => { expect(read([...same(4, [10, 10, 9], [0, 0, 0], 10), ...same(4, [0, 0, 0], [10, 10, 9], 10)], 0.25)).toEqual({ larger: null, equal: 'this-battery' }); });
  test('a difference beyond the margin is not called equal', () => { expect(read(same(8, [0, 0, 0], [1, 1, 1]), 0.25)).toEqual({ larger: 'b', equal: null }); });
  test('below six tasks nothing is concluded, not even from five that never differ', () => { expect(read(same(5, [0, 0, 0, 0, 0], [0, 0, 0, 0, 0]), 0.25)).toEqual({ larger: null, equal: null }); });
});
