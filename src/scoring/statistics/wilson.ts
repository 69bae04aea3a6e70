/** Two-sided 95 % of the normal distribution. */
const Z = 1.959963984540054;

export interface Interval {
  low: number;
  high: number;
}

/**
 * Wilson's score interval for a proportion, 95 %: it says something also for 0 of 5 and 5 of 5, where the usual one has no width.
 * Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference" (1927).
 * @param successes of `trials` independent runs
 * @returns undefined where nothing was run
 */
export function wilson(successes: number, trials: number): Interval | undefined {
  if (trials === 0) return undefined;
  const [rate, square] = [successes / trials, Z * Z];
  const centre = rate + square / (2 * trials);
  const half = Z * Math.sqrt((rate * (1 - rate)) / trials + square / (4 * trials * trials));
  const scale = 1 + square / trials;
  return { low: successes === 0 ? 0 : (centre - half) / scale, high: successes === trials ? 1 : (centre + half) / scale };
}
