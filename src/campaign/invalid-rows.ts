import type { Counts } from './points-rows.js';
import { isPointsLine, type CampaignOnDisk } from './read-campaign.js';
import { isBatteryTask } from './read-task.js';
import type { Slot } from './slots.js';
import { partsOf } from './trial-id.js';

/** How many attempts of a configuration did not count, and how far the results could be off if they had. */
export interface InvalidRow {
  configuration: string;
  /** Attempts that were judged; those that the harness itself interrupted are not among them. */
  attempts: number;
  invalid: number;
  /** Trials that used up their attempts: incomplete, and without points. */
  incomplete: number;
  /** Mean points of a trial as it counts, and if every invalid attempt had counted with none or with all 3; null without a battery's trials. */
  points: Bounds | null;
  /** The same of answers: the part of the questions grounded, with all or none. */
  answers: Bounds | null;
}

export interface Bounds {
  counted: number;
  best: number;
  worst: number;
}

const MOST_POINTS = 3;

/** A row for each configuration that has judged attempts, sorted. Only those of its invalid attempts are in a bound whose trials are of that kind. */
export function invalidRows({ campaign, results }: Pick<CampaignOnDisk, 'campaign' | 'results'>, slots: ReadonlyMap<string, Slot>, counts: Counts): InvalidRow[] {
  const configurations = [...new Set(campaign.trials.map((id) => partsOf(id).configuration))].sort();
  return configurations.flatMap((configuration): InvalidRow[] => {
    const own = [...slots].filter(([trial]) => partsOf(trial).configuration === configuration);
    const lines = results.filter((line) => line.configuration === configuration);
    const invalid = sum(own.map(([, slot]) => slot.invalid));
    if (invalid + lines.length === 0) return [];
    const ofBattery = (trial: string): boolean => isBatteryTask({ campaign }, partsOf(trial).task);
    const lost = (battery: boolean): number => sum(own.filter(([trial]) => ofBattery(trial) === battery).map(([, slot]) => slot.invalid));
    const [points, answers] = [lines.filter(isPointsLine).map(counts), lines.flatMap((line) => (isPointsLine(line) || line.score.questions === 0 ? [] : [(line.score.grounded_correct ?? 0) / line.score.questions]))];
    return [{
      configuration, attempts: invalid + lines.length, invalid, incomplete: own.filter(([, { exhausted }]) => exhausted).length,
      points: bounds(points, lost(true), 0, MOST_POINTS), answers: bounds(answers, lost(false), 1, 0),
    }];
  });
}

function bounds(values: readonly number[], lost: number, best: number, worst: number): Bounds | null {
  if (values.length === 0) return null;
  const total = sum(values);
  const all = values.length + lost;
  return { counted: total / values.length, best: (total + lost * best) / all, worst: (total + lost * worst) / all };
}

const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0);
