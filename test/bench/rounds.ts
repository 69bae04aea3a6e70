import { performance } from 'node:perf_hooks';

/** Milliseconds of every round, by leg. */
export type Times<Leg extends string> = Record<Leg, number[]>;

export interface Spread {
  median: number;
  min: number;
  max: number;
}

/** Runs nobody counts, in which caches fill and modules load. */
const WARM_UPS = 2;

/**
 * Runs the legs in turn, A B A B …, so that whatever else the machine does meets all of them alike.
 * A leg of which only a part counts returns the milliseconds of that part.
 */
export async function interleave<Leg extends string>(legs: Record<Leg, () => Promise<number | undefined>>, rounds: number): Promise<Times<Leg>> {
  const names = Object.keys(legs) as Leg[];
  const times = Object.fromEntries(names.map((name) => [name, []])) as unknown as Times<Leg>;
  for (let round = -WARM_UPS; round < rounds; round++) {
    for (const name of names) {
      const from = performance.now();
      const own = await legs[name]();
      if (round >= 0) times[name].push(own ?? performance.now() - from);
    }
  }
  return times;
}

/** `a / b` within each round. */
export const ratios = (a: readonly number[], b: readonly number[]): number[] => a.map((value, round) => value / (b[round] ?? NaN));

/** `a - b` within each round. */
export const differences = (a: readonly number[], b: readonly number[]): number[] => a.map((value, round) => value - (b[round] ?? NaN));

export function spread(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const median = sorted.length % 2 === 1 ? sorted[middle] : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2;
  return { median: median ?? NaN, min: sorted[0] ?? NaN, max: sorted.at(-1) ?? NaN };
}
