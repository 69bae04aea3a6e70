import { expect, test } from 'vitest';
import { Budget, costOf, priceFor } from './spend.js';

test('cached and cache-written input have prices of their own, reasoning is output', () => {
  const usage = { input: 1000, output: 100, cached: 400, cache_write: 200, reasoning: 50 };
  expect(costOf(usage, { input: 10, output: 50, cached: 1, cache_write: 12.5 })).toBeCloseTo((400 * 10 + 400 + 200 * 12.5 + 100 * 50) / 1e6, 12);
  expect(costOf(usage, { input: 10, output: 50 })).toBeCloseTo((1000 * 10 + 100 * 50) / 1e6, 12);
});

test('the first pattern that fits a model gives its price', () => {
  const prices = { 'a-mini*': { input: 1, output: 1 }, 'a-*': { input: 2, output: 2 }, '*.5': { input: 3, output: 3 } };
  expect(['a-mini-2', 'a-b', 'x.5', 'x15', 'b'].map((model) => priceFor(prices, model)?.input ?? null)).toEqual([1, 2, 3, null, null]);
});

test('a budget is reached at its cap, not before', () => {
  const budget = new Budget({ tokens: 100, cost_usd: 1 }, { tokens: 90, cost_usd: 0.5 });
  expect(budget.reached()).toBeNull();
  budget.add(10, null);
  expect(budget.reached()).toBe('tokens');
  expect(budget.spent).toEqual({ tokens: 100, cost_usd: 0.5 });
});
