import { isPointsLine, type CampaignOnDisk, type ResultLine } from '../../campaign/read-campaign.js';
import { readSlots } from '../../campaign/slots.js';
import { readDelivery } from '../../campaign/stages.js';
import type { Summary } from '../../campaign/summary.js';
import { partsOf, type TrialParts } from '../../campaign/trial-id.js';
import { trialStates, type TrialState } from '../../campaign/trial-states.js';
import { sideBySide } from '../../common/side-by-side.js';
import { attemptDir } from '../../evidence/layout.js';
import type { Stage } from '../../trial/delivery/file.js';

/** One trial as lists and tables show it. */
export interface TrialRow extends TrialParts, Omit<TrialState, 'trial'> {
  trial: string;
  /** Of a task of a battery. */
  category: string | null;
  /** Attempts that did not count. */
  invalid: number;
  /** What counts; undefined where no attempt does. */
  outcome: Outcome | undefined;
  /** Where its memory failed, each stage once. */
  stages: Stage[];
  duration_ms: number | null;
}

/** What came of a trial: failure points, or grounded answers (null: the answer could not be read). */
export type Outcome = { passed: boolean; context_characters: number | null } & ({ points: number; scored: number } | { grounded: number | null; questions: number });

/** Attempts that are read at the same time. */
const WIDTH = 8;

/** Every trial of a campaign, in the order in which they start. */
export async function trialRows(on: CampaignOnDisk, { adjudications }: Pick<Summary, 'adjudications'>): Promise<TrialRow[]> {
  const slots = readSlots(on.entries);
  const results = new Map(on.results.map((line) => [line.trial, line]));
  const decided = new Map(adjudications.map(({ trial, points }) => [trial, points]));
  return sideBySide(await trialStates(on), WIDTH, async (state) => {
    const line = results.get(state.trial);
    const delivery = line && (await readDelivery(attemptDir(on.dir, line.trial, line.attempt)));
    return {
      ...partsOf(state.trial),
      ...state,
      category: line?.category ?? null,
      invalid: slots.get(state.trial)?.invalid ?? 0,
      outcome: line && outcomeOf(line, decided.get(line.trial)),
      stages: [...new Set((delivery?.questions ?? []).flatMap(({ stage }) => stage ?? []))].sort(),
      duration_ms: line ? numberIn(line, 'duration_ms') : null,
    };
  });
}

/** @param decided points that an adjudication gave */
function outcomeOf(line: ResultLine, decided: number | undefined): Outcome {
  if (isPointsLine(line)) {
    const points = decided ?? line.score.points;
    return { passed: points === 0, context_characters: null, points, scored: line.score.points };
  }
  const { questions, grounded_correct, context_characters } = line.score;
  return { passed: grounded_correct === questions, context_characters: typeof context_characters === 'number' ? context_characters : null, grounded: grounded_correct ?? null, questions };
}

function numberIn(line: ResultLine, name: string): number | null {
  const value = line[name];
  return typeof value === 'number' ? value : null;
}
