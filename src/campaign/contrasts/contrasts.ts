import { DEFAULT_CONTRASTS } from '../../protocol/contrasts.js';
import { contrast, holm, mean, readContrast, type Contrast, type PairedRuns, type Reading } from '../../scoring/index.js';
import type { Counts } from '../points-rows.js';
import type { CampaignOnDisk } from '../read-campaign.js';
import { isBatteryTask } from '../read-task.js';
import { rowKey } from '../trial-id.js';
import type { ContextCharacters } from './context-characters.js';
import { MEASURES, slotKey, slotValues, type Measure, type SlotValues } from './slot-values.js';
import { plannedPairs, type PlannedPair } from './planned-pairs.js';

/** One planned contrast and what the runs say of it. */
export interface ContrastRow extends PlannedPair {
  measure: Measure;
  /** Tasks that both sides are to do. */
  planned: number;
  /** Mean over these tasks, Unicode code points; null where it is not known. */
  context_a: number | null;
  context_b: number | null;
  /** Over the tasks of which both sides have all runs; null while any is missing. */
  result: (Contrast & Reading & { adjusted_p: number | null }) | null;
  /** The largest difference that counts as none, in the unit of the measure. */
  margin: number;
}

/**
 * The contrasts that the manifest plans, or every pair of profiles, paired over tasks within a configuration. Failure points count as
 * adjudicated. A profile that shows none of the project's facts is held against others by the decisions retained: to know nothing is right there.
 */
export function contrastRows(on: CampaignOnDisk, counts: Counts, context: ContextCharacters): ContrastRow[] {
  const { margin } = on.campaign.manifest.contrasts ?? DEFAULT_CONTRASTS;
  const slots = slotValues(on, counts);
  const rows = plannedPairs(on.campaign).flatMap((pair) =>
    MEASURES.filter((measure) => fits(measure, pair, on)).map((measure): ContrastRow => {
      const pairs = pair.tasks.flatMap((task) => pairedOn(task, pair, measure, slots));
      const found = pairs.length === pair.tasks.length ? contrast(pairs, on.campaign.manifest.order.seed) : undefined;
      const contextOf = (side: 'a' | 'b'): number | null => meanOf(pair.tasks.map((task) => context.get(rowKey({ ...pair[side], task }))));
      return {
        ...pair, measure, planned: pair.tasks.length, margin: measure === 'points' ? margin.points : margin.answers, context_a: contextOf('a'), context_b: contextOf('b'),
        result: found ? { ...found, larger: null, equal: null, adjusted_p: null } : null,
      };
    }),
  );
  adjust(rows);
  return rows;
}

/** A task of a battery has points, one of a scenario answers. */
function fits(measure: Measure, { a, b, tasks }: PlannedPair, on: CampaignOnDisk): boolean {
  if (tasks.some((task) => isBatteryTask(on, task))) return measure === 'points';
  const factless = a.profile !== b.profile && [a.profile, b.profile].includes('instructions');
  return measure === (factless ? 'decisions' : 'answers');
}

function pairedOn(task: string, { a, b }: PlannedPair, measure: Measure, slots: ReadonlyMap<string, SlotValues>): PairedRuns[] {
  const [left, right] = [slots.get(slotKey({ ...a, task }, measure)), slots.get(slotKey({ ...b, task }, measure))];
  return left && right ? [{ a: left.values, b: right.values, of: left.of }] : [];
}

const meanOf = (values: readonly (number | undefined)[]): number | null => {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 || known.length < values.length ? null : mean(known);
};

/** All planned contrasts are one family: those that are still to come are not left out, so that looking early costs what it costs. */
function adjust(rows: readonly ContrastRow[]): void {
  const tested = rows.filter(({ planned, result }) => result === null ? planned > 0 : result.p !== null);
  const adjusted = holm(tested.map(({ result }) => result?.p ?? 1));
  tested.forEach(({ result, margin }, index) => {
    if (!result) return;
    result.adjusted_p = adjusted[index] ?? null;
    Object.assign(result, readContrast(result, result.adjusted_p, margin));
  });
}
