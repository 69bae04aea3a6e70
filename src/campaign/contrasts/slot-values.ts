import type { CampaignOnDisk, AnswersLine, PointsLine } from '../read-campaign.js';
import { isAnswersLine, isPointsLine } from '../read-campaign.js';
import type { Counts } from '../points-rows.js';
import { byRow, partsOf, rowKey, type RowParts } from '../trial-id.js';

/** What is counted of a run. Answers are those grounded and correct; of a profile without the project's facts only decisions tell something. */
export const MEASURES = ['points', 'answers', 'decisions'] as const;
export type Measure = (typeof MEASURES)[number];

/** The runs of one task in a configuration and profile, all of them valid, in one measure. */
export interface SlotValues extends RowParts {
  measure: Measure;
  /** Run by run: failure points, or how many of `of`. */
  values: number[];
  of: number;
}

/** How many runs each slot is to have. */
export function plannedRuns({ campaign }: Pick<CampaignOnDisk, 'campaign'>): Map<string, number> {
  const planned = new Map<string, number>();
  for (const trial of campaign.trials) planned.set(rowKey(partsOf(trial)), (planned.get(rowKey(partsOf(trial))) ?? 0) + 1);
  return planned;
}

/** `<slot>` and measure → its runs. Only slots of which all runs are there: a part of them would be another sample than its partner's. */
export function slotValues(on: Pick<CampaignOnDisk, 'campaign' | 'results'>, counts: Counts): Map<string, SlotValues> {
  const planned = plannedRuns(on);
  const decisions = knownDecisions(on.results.filter(isAnswersLine));
  const slots = byRow(on.results).filter((lines) => lines.length === planned.get(rowKey(lines[0]))).flatMap((lines) => {
    const { configuration, task, profile } = lines[0];
    const slot = (measure: Measure, values: number[], of: number): SlotValues => ({ configuration, task, profile, measure, values, of });
    const points = lines.filter(isPointsLine);
    if (points.length > 0) return [slot('points', points.map((line: PointsLine) => counts(line)), 1)];
    const answers = lines.filter(isAnswersLine);
    const questions = Math.max(1, answers[0]?.score.questions ?? 1);
    return [slot('answers', answers.map(({ score }) => score.grounded_correct ?? 0), questions), slot('decisions', answers.map(retained), decisions.get(task) ?? questions)];
  });
  return new Map(slots.map((slot) => [slotKey(slot, slot.measure), slot]));
}

export const slotKey = (parts: RowParts, measure: Measure): string => `${rowKey(parts)} ${measure}`;

/** Task → decisions that can be retained, as any answer of it that could be read says. */
function knownDecisions(lines: readonly AnswersLine[]): Map<string, number> {
  return new Map(lines.flatMap(({ task, score }) => (typeof score['known_decisions'] === 'number' && score['known_decisions'] > 0 ? [[task, score['known_decisions']] as const] : [])));
}

/** An answer that could not be read retains nothing. */
function retained({ score }: AnswersLine): number {
  const count = score['known_decisions_retained'];
  return typeof count === 'number' ? count : 0;
}
