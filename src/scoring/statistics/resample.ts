import type { Interval } from './wilson.js';

/** Resamples: enough that the ends of the interval move in the third digit only. */
const RESAMPLES = 4000;
const TAIL = 0.025;

/**
 * What the interval is about (design: two named estimands, never one interval over tasks × runs).
 * `fixed-battery`: these tasks, other runs: runs are drawn again within each task.
 * `beyond-battery`: other tasks of the kind: whole tasks are drawn again, with all their runs.
 */
export type Estimand = 'fixed-battery' | 'beyond-battery';

/**
 * Percentile bootstrap, 95 %, of the mean over tasks of each task's mean, equal weights. The same numbers give the same interval.
 * @param tasks the values of the runs of each task; every task has at least one
 * @returns undefined without tasks, or, beyond the battery, with fewer than two of them
 */
export function resample(tasks: readonly (readonly number[])[], estimand: Estimand, seed: number): Interval | undefined {
  if (tasks.length === 0 || (estimand === 'beyond-battery' && tasks.length < 2)) return undefined;
  const draw = generator(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(draw() * from.length)] as T;
  const means = Array.from({ length: RESAMPLES }, () =>
    estimand === 'fixed-battery' ? mean(tasks.map((runs) => mean(runs.map(() => pick(runs))))) : mean(tasks.map(() => mean(pick(tasks)))),
  ).sort((a, b) => a - b);
  return { low: quantile(means, TAIL), high: quantile(means, 1 - TAIL) };
}

/**
 * The same for the difference of two means on these very tasks (`fixed-battery`): the runs of either side are drawn again within each task.
 * @returns undefined without tasks
 */
export function resampleDifference(tasks: readonly { a: readonly number[]; b: readonly number[] }[], seed: number): Interval | undefined {
  if (tasks.length === 0) return undefined;
  const draw = generator(seed);
  const again = (runs: readonly number[]): number => mean(runs.map(() => runs[Math.floor(draw() * runs.length)] as number));
  const means = Array.from({ length: RESAMPLES }, () => mean(tasks.map(({ a, b }) => again(a) - again(b)))).sort((a, b) => a - b);
  return { low: quantile(means, TAIL), high: quantile(means, 1 - TAIL) };
}

export const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const quantile = (sorted: readonly number[], at: number): number => sorted[Math.round(at * (sorted.length - 1))] ?? NaN;

/** mulberry32 of Tommy Ettinger, public domain: 32 bits of state are plenty for resampling, and the seed says everything. */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
