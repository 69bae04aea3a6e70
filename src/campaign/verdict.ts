import { oneLine } from '../common/visible.js';
import type { AttemptRecord } from '../trial/attempt-record.js';
import { decisive } from '../trial/validity.js';
import type { Score } from '../scoring/index.js';

/** Longest verdict, characters: all of it stands in the evidence. */
const WIDTH = 200;

/** An attempt's outcome in a few words, for progress and lists; what agents said in it is made harmless. */
export const verdictOf = (record: AttemptRecord, score: Score | undefined): string => oneLine(verdict(record, score), WIDTH);

function verdict({ valid, ended, signals }: AttemptRecord, score: Score | undefined): string {
  if (ended === 'harness-stop') return 'interrupted: the harness was stopped';
  if (!valid) {
    const cause = decisive(signals);
    return `invalid (${cause ? `${cause.blame}: ${cause.message}` : ended})`;
  }
  if (score === undefined) return 'valid';
  if (score.format_failure !== null) return `format failure (${score.format_failure})`;
  return `${String(score.grounded_correct)}/${String(score.questions)} grounded`;
}
