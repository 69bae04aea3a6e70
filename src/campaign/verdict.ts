import { oneLine } from '../common/visible.js';
import type { AttemptRecord } from '../trial/attempt-record.js';
import { decisive } from '../trial/validity.js';
import { isChecklist, type ChecklistScore, type TrialScore } from '../scoring/index.js';

/** Longest verdict, characters: all of it stands in the evidence. */
const WIDTH = 200;

/** An attempt's outcome in a few words, for progress and lists; what agents said in it is made harmless. */
export const verdictOf = (record: AttemptRecord, score: TrialScore | undefined): string => oneLine(verdict(record, score), WIDTH);

function verdict({ valid, ended, signals }: AttemptRecord, score: TrialScore | undefined): string {
  if (ended === 'harness-stop') return 'interrupted: the harness was stopped';
  if (!valid) {
    const cause = decisive(signals);
    return `invalid (${cause ? `${cause.blame}: ${cause.message}` : ended})`;
  }
  if (score === undefined) return 'valid';
  if (isChecklist(score)) return pointsVerdict(score);
  if (score.format_failure !== null) return `format failure (${score.format_failure})`;
  return `${String(score.grounded_correct)}/${String(score.questions)} grounded`;
}

function pointsVerdict({ points, checks }: ChecklistScore): string {
  const wrong = checks.filter(({ outcome }) => outcome !== 'right').map(({ id, outcome }) => `${id} ${outcome}`);
  return `${String(points)} ${points === 1 ? 'point' : 'points'}${wrong.length === 0 ? '' : `: ${wrong.join(', ')}`}`;
}
