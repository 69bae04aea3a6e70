import { mean, meanPassPower, resample, type Interval } from '../scoring/index.js';
import { plannedRuns } from './contrasts/slot-values.js';
import type { Counts } from './points-rows.js';
import { isPointsLine, type CampaignOnDisk } from './read-campaign.js';
import type { Reliability } from './reliability.js';
import { isBatteryTask } from './read-task.js';
import { byRow, partsOf, rowKey } from './trial-id.js';

/** What one configuration and profile got over the whole battery; points are ordinal, so shares stand beside the mean. */
export interface BatteryFigures {
  configuration: string;
  profile: string;
  /** Tasks of the locked battery, and those of which all runs are there. */
  tasks: number;
  complete: number;
  runs: number;
  /** The rest is null until every task is complete: the denominator is the battery, not what was submitted. */
  figures: {
    mean: number;
    /** 95 %: these tasks with other runs. */
    fixed_battery: Interval;
    /** 95 %: other tasks of the kind, whole tasks drawn again; null for one task. */
    beyond_battery: Interval | null;
    /** Share of the runs with at least 1, at least 2 and 3 points. */
    at_least: Record<'1' | '2' | '3', number>;
  } | null;
  /** Mean over all tasks of the chance that 1, 3, 5 runs all get no points; null as soon as one task has fewer valid runs than that. */
  pass_power: Reliability['pass_power'];
}

/** Sorted by configuration and profile. */
export function batteryFigures(on: Pick<CampaignOnDisk, 'campaign' | 'results'>, counts: Counts): BatteryFigures[] {
  const slots = new Map(byRow(on.results.filter(isPointsLine)).map((lines) => [rowKey(lines[0]), lines.map(counts)]));
  const planned = [...plannedRuns(on)].filter(([key]) => isBatteryTask(on, partsOf(key).task));
  const groups = [...new Set(planned.map(([key]) => groupOf(key)))].sort();
  return groups.map((group) => {
    const own = planned.filter(([key]) => groupOf(key) === group);
    const { configuration, profile } = partsOf(own[0]?.[0] ?? '');
    const tasks = own.map(([key]) => slots.get(key) ?? []);
    const complete = own.filter(([key, runs]) => slots.get(key)?.length === runs).length;
    const power = (k: number): number | null => meanPassPower(tasks.map((runs) => ({ passed: runs.filter((points) => points === 0).length, runs: runs.length })), k) ?? null;
    return {
      configuration, profile, tasks: own.length, complete, runs: tasks.flat().length,
      figures: complete === own.length ? figuresOf(tasks, on.campaign.manifest.order.seed) : null,
      pass_power: { 1: power(1), 3: power(3), 5: power(5) },
    };
  });
}

const groupOf = (key: string): string => { const { configuration, profile } = partsOf(key); return `${configuration}.${profile}`; };

function figuresOf(tasks: readonly number[][], seed: number): BatteryFigures['figures'] {
  const all = tasks.flat();
  const share = (least: number): number => all.filter((points) => points >= least).length / all.length;
  return {
    mean: mean(tasks.map(mean)),
    fixed_battery: resample(tasks, 'fixed-battery', seed) as Interval,
    beyond_battery: resample(tasks, 'beyond-battery', seed) ?? null,
    at_least: { 1: share(1), 2: share(2), 3: share(3) },
  };
}
