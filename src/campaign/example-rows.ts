import { EXAMPLE_PLAYER } from '../agents/control/player.js';
import type { ChecklistScore } from '../scoring/index.js';
import { evidenceOf, scriptOf } from '../protocol/battery/examples.js';
import type { Task } from '../protocol/battery/task.js';
import { asVariant } from '../protocol/battery/variants.js';
import { scoreChecklist } from '../scoring/checklist/check.js';
import { FULL } from './battery-cases.js';
import type { ExampleSpec } from '../protocol/battery/schema.js';
import type { ControlRow } from './controls.js';
import type { Counts } from './points-rows.js';
import { isPointsLine, type CampaignOnDisk, type PointsLine } from './read-campaign.js';
import { taskOf } from './read-task.js';
import { byRow } from './trial-id.js';

/** Whether every example that was played got what the key of its task says, as the campaign was given it, and whether that is what counts. */
export async function exampleRows(on: CampaignOnDisk, counts: Counts): Promise<ControlRow[]> {
  const rows: ControlRow[] = [];
  for (const lines of byRow(on.results.filter(isPointsLine).filter(({ agent }) => agent === EXAMPLE_PLAYER))) {
    const [{ configuration, agent, task, profile }] = lines;
    const name = on.campaign.manifest.configurations.find(({ id }) => id === configuration)?.example ?? '';
    const example = expected(await taskOf(on, task), name, profile);
    const faults = lines.flatMap((line: PointsLine) => (example ? faultsOf(example, line, counts(line)).slice(0, 1) : [`its task has no example ${name}`]).map((why) => `${line.trial}: ${why}`));
    rows.push({ configuration, agent, task, profile, runs: lines.length, as_built: lines.length - faults.length, notes_found: null, ...(faults[0] !== undefined && { why: faults[0] }) });
  }
  return rows;
}

/** What an example got otherwise than its key says, by the scorer or by an adjudication. */
const faultsOf = (example: Pick<ExampleSpec, 'points' | 'outcomes'>, { score }: PointsLine, counted: number): string[] =>
  [...differences(example, score), ...(counted === score.points ? [] : [`an adjudication decided on ${String(counted)} points, and its key says ${String(example.points)}`])];

/** What an example must get in a profile: as the key says, or, on a variant of the task, what the scorer gives the very same steps there. */
export function expected(task: Task | undefined, name: string, profile: string): Pick<ExampleSpec, 'points' | 'outcomes'> | undefined {
  const example = task?.examples[name];
  if (task === undefined || example === undefined || profile === FULL) return example;
  const own = asVariant(task, profile);
  const { points, checks } = scoreChecklist(own.checks, evidenceOf(own, scriptOf(own, name)));
  return { points, outcomes: Object.fromEntries(checks.map(({ id, outcome }) => [id, outcome])) };
}

/** What an example got otherwise than its key says, one line each. */
export function differences({ points, outcomes }: Pick<ExampleSpec, 'points' | 'outcomes'>, score: ChecklistScore): string[] {
  const wrong = score.checks.flatMap(({ id, outcome }) => {
    const must = outcomes[id] ?? 'right';
    return outcome === must ? [] : [`check ${id} found ${outcome}, and its key says ${must}`];
  });
  return score.points === points ? wrong : [...wrong, `got ${String(score.points)} points, and its key says ${String(points)}`];
}
