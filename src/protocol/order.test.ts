import { expect, test } from 'vitest';
import { orderTrials } from './order.js';

const trials = ['a', 'b', 'c'].flatMap((configuration) => [1, 2, 3].map((run) => ({ id: `${configuration}.short.${String(run)}`, run })));
const ids = (seed: number): string[] => orderTrials(trials, { policy: 'shuffled', seed }).map(({ id }) => id);

test('a round holds one run of everything before the next round starts', () => {
  expect(orderTrials(trials, { policy: 'shuffled', seed: 1 }).map(({ run }) => run)).toEqual([1, 1, 1, 2, 2, 2, 3, 3, 3]);
});

test('the seed decides, and nothing else', () => {
  expect(ids(1)).toEqual(ids(1));
  expect(new Set([1, 2, 3, 4, 5, 6].map((seed) => ids(seed).join())).size).toBeGreaterThan(1);
  expect([...ids(2)].sort()).toEqual(trials.map(({ id }) => id).sort());
});

test('sequential keeps the order of the manifest', () => {
  expect(orderTrials(trials, { policy: 'sequential', seed: 1 })).toEqual(trials);
});
