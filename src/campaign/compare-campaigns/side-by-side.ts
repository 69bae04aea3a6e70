import { CATEGORIES, type Category } from '../../protocol/battery/schema.js';
import { isAnswersLine, type CampaignOnDisk } from '../read-campaign.js';
import { isBatteryTask } from '../read-task.js';
import type { Summary } from '../summary.js';
import { plannedRuns } from '../contrasts/slot-values.js';
import { partsOf } from '../trial-id.js';

/** What one campaign got in a row of the table; null where it has no such trials. */
export interface Cell {
  /** Failure points, or answers grounded out of `of`. */
  got: number;
  of: number | null;
  /** Trials scored, and those that the campaign plans. */
  trials: number;
  planned: number;
}

/** A row that may stand in either campaign: two independent snapshots, of which no sum or difference is made. */
export interface SideRow {
  configuration: string;
  profile: string;
  /** A category of the battery, `total`, or a scenario's task. */
  about: string;
  a: Cell | null;
  b: Cell | null;
}

type Cells = Map<string, Omit<SideRow, 'a' | 'b'> & { cell: Cell }>;

/** Failure points by configuration and category, and answers grounded by configuration and scenario, of either campaign. */
export function sideBySide(a: { on: CampaignOnDisk; summary: Summary }, b: { on: CampaignOnDisk; summary: Summary }): SideRow[] {
  const [left, right] = [cellsOf(a.on, a.summary), cellsOf(b.on, b.summary)];
  return [...new Set([...left.keys(), ...right.keys()])].sort().flatMap((key) => {
    const known = left.get(key) ?? right.get(key);
    if (!known) return [];
    const { configuration, profile, about } = known;
    return [{ configuration, profile, about, a: left.get(key)?.cell ?? null, b: right.get(key)?.cell ?? null }];
  });
}

function cellsOf(on: CampaignOnDisk, { points }: Summary): Cells {
  const cells: Cells = new Map();
  const categoryOf = new Map(on.results.map(({ task, category }) => [task, category]));
  const put = (configuration: string, profile: string, about: string, cell: Cell): void => {
    const rank = about === 'total' ? '~' : CATEGORIES.includes(about as Category) ? String(CATEGORIES.indexOf(about as Category)) : about;
    cells.set([configuration, profile, rank].join('\n'), { configuration, profile, about, cell });
  };
  const planned = [...plannedRuns(on)].map(([key, runs]) => ({ ...partsOf(key), runs }));
  const plannedOf = (configuration: string, profile: string, counts: (task: string) => boolean): number =>
    planned.filter((one) => one.configuration === configuration && one.profile === profile && counts(one.task)).reduce((sum, { runs }) => sum + runs, 0);
  for (const { configuration, profile, categories, total } of points) {
    for (const name of CATEGORIES) if (categories[name].trials > 0) put(configuration, profile, name, { got: categories[name].points, of: null, trials: categories[name].trials, planned: plannedOf(configuration, profile, (task) => categoryOf.get(task) === name) });
    put(configuration, profile, 'total', { got: total.points, of: null, trials: total.trials, planned: plannedOf(configuration, profile, (task) => isBatteryTask(on, task)) });
  }
  for (const { configuration, profile, task, score } of on.results.filter(isAnswersLine)) {
    const { got, of, trials } = cells.get([configuration, profile, task].join('\n'))?.cell ?? { got: 0, of: 0, trials: 0 };
    put(configuration, profile, task, { got: got + (score.grounded_correct ?? 0), of: (of ?? 0) + score.questions, trials: trials + 1, planned: plannedOf(configuration, profile, (one) => one === task) });
  }
  return cells;
}
