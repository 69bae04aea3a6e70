/** Fewer differences cannot reach 5 % in a two-sided test, whatever they are: 2 / 2^5 = .0625. */
export const LEAST_TASKS = 6;

/**
 * Exact two-sided sign-flip test on paired differences: of all 2^n ways to turn their signs, the share whose sum is at least as
 * far from 0 as the one seen. Exact also for many tasks: it counts how often each sum occurs instead of listing all signs.
 * Source: R. A. Fisher, "The Design of Experiments" (1935), §21.
 * @param differences one per task, as whole numbers (scale mean points by the number of runs)
 * @returns undefined below six tasks
 */
export function signFlip(differences: readonly number[]): number | undefined {
  if (!differences.every(Number.isSafeInteger)) throw new RangeError('differences must be whole numbers');
  if (differences.length < LEAST_TASKS) return undefined;
  let ways = new Map<number, bigint>([[0, 1n]]);
  for (const difference of differences) {
    const next = new Map<number, bigint>();
    for (const [sum, count] of ways) for (const flipped of [sum + difference, sum - difference]) next.set(flipped, (next.get(flipped) ?? 0n) + count);
    ways = next;
  }
  const seen = Math.abs(differences.reduce((sum, one) => sum + one, 0));
  const extreme = [...ways].reduce((total, [sum, count]) => (Math.abs(sum) >= seen ? total + count : total), 0n);
  return ratio(extreme, 2n ** BigInt(differences.length));
}

/** Two big numbers' quotient to the 15 digits that a number holds. */
const ratio = (part: bigint, whole: bigint): number => Number((part * 10n ** 15n) / whole) / 1e15;
