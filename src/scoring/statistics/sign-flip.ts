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
  // Turning the sign of 0 doubles every count, and a common factor stretches every sum: neither changes the share.
  const some = differences.filter((one) => one !== 0);
  const unit = some.reduce((a, b) => gcd(Math.abs(a), Math.abs(b)), 0) || 1;
  const steps = some.map((one) => one / unit);
  let ways = new Map<number, bigint>([[0, 1n]]);
  for (const step of steps) {
    const next = new Map<number, bigint>();
    for (const [sum, count] of ways) for (const flipped of [sum + step, sum - step]) next.set(flipped, (next.get(flipped) ?? 0n) + count);
    ways = next;
  }
  const seen = Math.abs(steps.reduce((sum, one) => sum + one, 0));
  const extreme = [...ways].reduce((total, [sum, count]) => (Math.abs(sum) >= seen ? total + count : total), 0n);
  return shareOf(extreme, steps.length);
}

export const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

/** `part` / 2^bits. A power of two as divisor moves the point only, so that nothing is lost but what a number cannot hold. */
function shareOf(part: bigint, bits: number): number {
  const beyond = Math.max(0, bits - 1000);
  return Number(part >> BigInt(beyond)) / 2 ** (bits - beyond);
}
