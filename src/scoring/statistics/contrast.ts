import { mean, resample, resampleDifference } from './resample.js';
import { gcd, LEAST_TASKS, signFlip } from './sign-flip.js';
import type { Interval } from './wilson.js';

/** What two things under comparison got on one task, run by run: whole numbers out of `of` (of 1 for failure points). */
export interface PairedRuns {
  a: readonly number[];
  b: readonly number[];
  of: number;
}

/** A paired contrast over tasks, each task with equal weight. */
export interface Contrast {
  tasks: number;
  /** Of the side and task that has the fewest. */
  fewest_runs: number;
  mean_a: number;
  mean_b: number;
  /** a − b. */
  difference: number;
  /** 95 %, these tasks with other runs. */
  fixed_battery: Interval;
  /** 95 %, other tasks of the kind; null below two tasks. */
  beyond_battery: Interval | null;
  /** Of the exact two-sided sign-flip test on the tasks' differences; null below six tasks. */
  p: number | null;
}

/**
 * Contrasts two configurations or profiles over the tasks that both did (design: "Comparing configurations", two named estimands).
 * @param pairs every one with at least one run on both sides
 * @returns undefined without tasks
 */
export function contrast(pairs: readonly PairedRuns[], seed: number): Contrast | undefined {
  if (pairs.length === 0) return undefined;
  const shares = pairs.map(({ a, b, of }) => ({ a: a.map((one) => one / of), b: b.map((one) => one / of) }));
  const each = shares.map(({ a, b }) => mean(a) - mean(b));
  const [mean_a, mean_b] = [mean(shares.map(({ a }) => mean(a))), mean(shares.map(({ b }) => mean(b)))];
  return {
    tasks: pairs.length, fewest_runs: Math.min(...pairs.flatMap(({ a, b }) => [a.length, b.length])), mean_a, mean_b, difference: mean_a - mean_b,
    fixed_battery: resampleDifference(shares, seed) as Interval,
    beyond_battery: resample(each.map((one) => [one]), 'beyond-battery', seed) ?? null,
    p: signFlip(wholeDifferences(pairs)) ?? null,
  };
}

/** The tasks' differences of means as whole numbers of one unit, so that the test on them is exact. */
function wholeDifferences(pairs: readonly PairedRuns[]): number[] {
  const unit = pairs.reduce((least, { a, b, of }) => lcm(least, of * lcm(a.length, b.length)), 1);
  return pairs.map(({ a, b, of }) => (sum(a) * unit) / (of * a.length) - (sum(b) * unit) / (of * b.length));
}

const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0);
const lcm = (a: number, b: number): number => (a / gcd(a, b)) * b;

/** What a contrast lets one say: which is ahead, whether the two are equal within a margin, both at once, or neither. */
export interface Reading {
  /** Side with the larger mean, where the adjusted p is at most 5 %. */
  larger: 'a' | 'b' | null;
  /** Where the whole interval lies within ± the margin, and rests on variation that was seen: on this battery, beyond it as well, or not shown. */
  equal: 'this-battery' | 'beyond-battery' | null;
}

const LEVEL = 0.05;

/**
 * Whether a contrast's runs tell anything of other runs: of one run, or of runs that all came out alike, an interval by resampling has no width,
 * and that is not certainty. `one-run`: a task has a single one on a side; `none`: no task's runs differ.
 */
export function variationOfRuns({ fewest_runs, fixed_battery }: Pick<Contrast, 'fewest_runs' | 'fixed_battery'>): 'one-run' | 'none' | 'seen' {
  if (fewest_runs < 2) return 'one-run';
  return hasWidth(fixed_battery) ? 'seen' : 'none';
}

/** Beyond the rounding of sums. */
const hasWidth = ({ low, high }: Interval): boolean => high - low > 1e-9;

/**
 * Reads a contrast against a margin that was set beforehand. Below six tasks nothing is concluded, in either direction.
 * @param adjusted the p-value after Holm's adjustment
 * @param margin largest difference that counts as none, in the unit of the means
 */
export function readContrast(found: Contrast, adjusted: number | null, margin: number): Reading {
  const { tasks, difference, fixed_battery, beyond_battery } = found;
  if (tasks < LEAST_TASKS) return { larger: null, equal: null };
  const within = ({ low, high }: Interval): boolean => low >= -margin && high <= margin;
  const equal = variationOfRuns(found) !== 'seen' || !within(fixed_battery) ? null : beyond_battery !== null && hasWidth(beyond_battery) && within(beyond_battery) ? 'beyond-battery' : 'this-battery';
  return { larger: adjusted === null || adjusted > LEVEL ? null : difference > 0 ? 'a' : 'b', equal };
}
