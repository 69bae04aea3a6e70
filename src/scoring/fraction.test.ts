import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mean } from './fraction.js';

test.each([
  [0, 3, '0.00'], [4, 1, '4.00'], [2, 3, '0.67'], [1, 3, '0.33'], [10, 4, '2.50'], [1, 0, 'n/a'],
  [1, 8, '0.12'], [3, 8, '0.38'], [5, 8, '0.62'], [7, 8, '0.88'], [1, 200, '0.00'], [3, 200, '0.02'], [401, 200, '2.00'], [199, 200, '1.00'],
])('%i / %i is %s', (sum, count, text) => {
  expect(mean(sum, count)).toBe(text);
});

test('it is the nearest of two decimals, and the even one of two that are as near', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000), fc.integer({ min: 1, max: 5000 }), (sum, count) => {
      const hundredths = BigInt(mean(sum, count).replace('.', ''));
      const [exact, unit] = [BigInt(sum) * 100n, BigInt(count)];
      const distance = (n: bigint): bigint => { const d = 2n * (n * unit - exact); return d < 0n ? -d : d; };
      expect(distance(hundredths) <= unit).toBe(true);
      if (distance(hundredths) === unit) expect(hundredths % 2n).toBe(0n);
    }),
  );
});
