import { rowKey } from '../../campaign/trial-id.js';
import type { TrialRow } from './trial-rows.js';

/** Two trials that are compared, the one that a reader would take for the rule first. */
export type Pair = readonly [a: string, b: string];

/**
 * The pairs that a report compares, as many as there are trials at most. Each run that came out otherwise than the first of its five
 * that passed (or than the first, where none did) is held against that one; and of five that all failed, the first against a trial of the
 * same task and profile that passed in another configuration, else against one of the same configuration in another profile.
 */
export function pairsOf(rows: readonly TrialRow[]): Pair[] {
  const ended = rows.filter(({ attempts, state }) => attempts > 0 && state !== 'running' && state !== 'interrupted');
  const slots = new Map<string, TrialRow[]>();
  for (const row of ended) slots.set(rowKey(row), [...(slots.get(rowKey(row)) ?? []), row]);
  return [...slots.values()].flatMap((slot) => {
    const runs = slot.toSorted((a, b) => a.run - b.run);
    const rule = runs.find(hasPassed) ?? runs[0];
    if (!rule) return [];
    const other = hasPassed(rule) ? undefined : bestOf(rule, ended);
    return [...(other ? [pair(other, rule)] : []), ...runs.filter((run) => run !== rule && run.verdict !== rule.verdict).map((run) => pair(rule, run))];
  });
}

const hasPassed = ({ outcome }: TrialRow): boolean => outcome?.passed === true;
const pair = (a: TrialRow, b: TrialRow): Pair => [a.trial, b.trial];

function bestOf(failed: TrialRow, all: readonly TrialRow[]): TrialRow | undefined {
  const same = all.filter((row) => row.task === failed.task && hasPassed(row));
  return same.find(({ profile, configuration }) => profile === failed.profile && configuration !== failed.configuration) ?? same.find(({ configuration }) => configuration === failed.configuration);
}
