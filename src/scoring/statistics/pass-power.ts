/**
 * pass^k: the chance that `k` runs drawn without replacement from those that were made all passed, C(passed, k) / C(runs, k).
 * Unbiased for the chance that `k` new runs would. Source: the statistics of the index's design, after tau-bench.
 * @returns undefined below `k` runs: it cannot be known, and is never left out of an average silently
 */
export function passPower(passed: number, runs: number, k: number): number | undefined {
  if (runs < k) return undefined;
  let chance = 1;
  for (let drawn = 0; drawn < k; drawn++) chance *= Math.max(0, passed - drawn) / (runs - drawn);
  return chance;
}

/** Mean of pass^k over all tasks; undefined as soon as one task has fewer than `k` valid runs. */
export function meanPassPower(tasks: readonly { passed: number; runs: number }[], k: number): number | undefined {
  const each = tasks.map(({ passed, runs }) => passPower(passed, runs, k));
  return each.length === 0 || each.includes(undefined) ? undefined : each.reduce<number>((sum, one) => sum + (one ?? 0), 0) / each.length;
}
