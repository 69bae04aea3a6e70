/**
 * `sum / count` as a decimal with two places, ties to even, exact for any integers ≥ 0: binary floating point is not involved.
 * @returns `n/a` where there is nothing to divide by
 */
export function mean(sum: number, count: number): string {
  if (count === 0) return 'n/a';
  const [scaled, divisor] = [BigInt(sum) * 100n, BigInt(count)];
  const [whole, twiceRest] = [scaled / divisor, (scaled % divisor) * 2n];
  const up = twiceRest > divisor || (twiceRest === divisor && whole % 2n === 1n);
  const digits = (whole + (up ? 1n : 0n)).toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
