import { CATEGORIES, type Category, type ExampleSpec } from '../../protocol/battery/schema.js';
import { POINTS } from '../../scoring/checklist/outcomes.js';
import { differences } from '../example-rows.js';
import { controlRows, type ControlRow } from '../controls.js';
import { scenariosOf } from '../scenarios-of.js';
import { isPointsLine, type CampaignOnDisk, type PointsLine } from '../read-campaign.js';
import { taskOf } from '../read-task.js';
import { readSlots } from '../slots.js';
import { trialId } from '../trial-id.js';

export const SHOWS = ['right', 'absent', 'superseded', 'distractor', 'invented', 'act', 'form'] as const satisfies readonly ExampleSpec['shows'][];

/** One example as it was played. */
export interface Played {
  trial: string;
  task: string;
  category: Category;
  example: string;
  shows: ExampleSpec['shows'];
  /** What it must get; and what it got, null where no attempt of it was valid. */
  expected: number;
  points: number | null;
  /** How it differs from its key; empty where it does not. */
  why: string[];
}

/** All examples of one kind in one category: how many got how many points. */
export interface ShownPoints {
  category: Category;
  shows: ExampleSpec['shows'];
  examples: number;
  as_predicted: number;
  /** Of the points 0 to 3: how many examples got them. */
  got: number[];
}

export interface Calibration {
  examples: Played[];
  table: ShownPoints[];
  /** Category → why its points do not tell a right answer from the others; empty where they do. */
  inseparable: Partial<Record<Category, string>>;
  /** Task and profile → why the task does not show what its variant is for: solvable with all of it in the prompt, and not without. */
  variants: Record<string, string>;
  /** The reading controls of the continuity scenarios, each beside what it is built for. */
  controls: ControlRow[];
  as_predicted: boolean;
  /** Attempts that did not count, and were made again: the machine's doing, never an example's. */
  invalid: number;
}

/** Compares every example of a calibration with its key. */
export async function readCalibration(on: CampaignOnDisk): Promise<Calibration> {
  const lines = new Map(on.results.filter(isPointsLine).map((line) => [line.trial, line]));
  const examples: Played[] = [];
  for (const name of Object.keys(on.campaign.material.tasks ?? {})) {
    const task = await taskOf(on, name);
    for (const [example, { shows, points: expected, outcomes }] of Object.entries(task?.examples ?? {})) {
      const trial = trialId({ configuration: example, task: name, profile: 'full', run: 1 });
      const score = lines.get(trial)?.score;
      examples.push({ trial, task: name, category: task?.category ?? 'project-memory', example, shows, expected, points: score?.points ?? null, why: score ? differences({ points: expected, outcomes }, score) : ['no valid attempt'] });
    }
  }
  const variants: Record<string, string> = {};
  for (const name of Object.keys(on.campaign.material.tasks ?? {})) Object.assign(variants, variantFaults(name, lines));
  const scenarios = await scenariosOf(on);
  const controls = await controlRows(on, (id) => scenarios.get(id));
  const missing = on.campaign.trials.filter((id) => on.results.every(({ trial }) => trial !== id));
  const table = CATEGORIES.flatMap((category) => SHOWS.flatMap((shows) => rowOf(category, shows, examples)));
  const inseparable = Object.fromEntries(CATEGORIES.flatMap((category) => inseparableIn(category, table)));
  const invalid = [...readSlots(on.entries).values()].reduce((sum, slot) => sum + slot.invalid, 0);
  return { examples, table, inseparable, variants, controls, invalid, as_predicted: missing.length === 0 && Object.keys(variants).length === 0 && controls.every(({ runs, as_built }) => runs === as_built) && examples.every(({ why }) => why.length === 0) && Object.keys(inseparable).length === 0 };
}

/** A task whose right answer fails with everything at hand, or whose forgetful one passes without it, measures something else. */
function variantFaults(task: string, lines: ReadonlyMap<string, PointsLine>): Record<string, string> {
  const pointsOf = (configuration: string, profile: string): number | undefined => lines.get(trialId({ configuration, task, profile, run: 1 }))?.score.points;
  const [ceiling, floor] = [pointsOf('right', 'ceiling'), pointsOf('absent', 'floor')];
  return {
    ...(ceiling !== undefined && ceiling > 0 && { [`${task}/ceiling`]: `its right answer got ${String(ceiling)} points with everything in the prompt` }),
    ...(floor === 0 && { [`${task}/floor`]: 'an answer that remembers nothing got no points without what the task rests on' }),
  };
}

function rowOf(category: Category, shows: ExampleSpec['shows'], examples: readonly Played[]): ShownPoints[] {
  const own = examples.filter((one) => one.category === category && one.shows === shows);
  if (own.length === 0) return [];
  return [{ category, shows, examples: own.length, as_predicted: own.filter(({ why }) => why.length === 0).length, got: POINTS.map((points) => own.filter((one) => one.points === points).length) }];
}

/** Right answers get nothing, all others something, and what they get differs by how bad they are. */
function inseparableIn(category: Category, table: readonly ShownPoints[]): [Category, string][] {
  const own = table.filter((row) => row.category === category);
  if (own.length === 0) return [];
  const wrong = own.find(({ shows, got }) => (shows === 'right' ? got.slice(1).some((count) => count > 0) : (got[0] ?? 0) > 0));
  if (wrong) return [[category, wrong.shows === 'right' ? 'a right answer got points' : `an answer that is ${wrong.shows} got none`]];
  const values = POINTS.filter((points) => own.some(({ got }) => (got[points] ?? 0) > 0));
  return values.length >= 3 ? [] : [[category, `its examples get only ${values.join(' or ')} points`]];
}
