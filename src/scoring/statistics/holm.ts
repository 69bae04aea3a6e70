/**
 * Holm's step-down adjustment: p-values that may each be held against 5 % although several contrasts were planned.
 * Source: S. Holm, "A simple sequentially rejective multiple test procedure" (1979).
 * @param values p-values of the pre-registered contrasts, in any order
 * @returns the adjusted ones in the same order
 */
export function holm(values: readonly number[]): number[] {
  const order = values.map((_, index) => index).toSorted((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  const adjusted = Array<number>(values.length);
  let most = 0;
  for (const [rank, index] of order.entries()) {
    most = Math.max(most, Math.min(1, (values.length - rank) * (values[index] ?? 0)));
    adjusted[index] = most;
  }
  return adjusted;
}
