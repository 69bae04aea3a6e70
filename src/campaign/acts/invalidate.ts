import type { Clock } from '../../common/clock.js';
import { UserError } from '../../common/errors.js';
import type { EvaluatorReason } from '../../evidence/evaluator-reasons.js';
import type { JournalBody } from '../../evidence/journal.js';
import { refuseClosed } from '../closed.js';
import { pickAttempt } from '../pick-attempt.js';
import { readSlots } from '../slots.js';
import { said } from '../said.js';
import { act } from './act.js';

export interface Invalidation {
  trial: string;
  reason: EvaluatorReason;
  note: string | null;
  by: string;
}

/**
 * Takes back the attempt of a trial that counts. Its evidence and its score stay; the next `run` tries the trial again, within
 * the manifest's bound on attempts.
 * @throws UserError where the trial has no attempt that counts
 */
export function invalidate(dir: string, { trial, reason, note, by }: Invalidation, clock: Clock): Promise<JournalBody> {
  return act(dir, clock, (on) => {
    refuseClosed(dir, on.entries);
    pickAttempt(on, trial);
    const attempt = readSlots(on.entries).get(trial)?.valid;
    if (attempt === undefined) throw new UserError('CLEANSLATE_NOTHING_COUNTS', 'has no attempt that counts', { where: trial, hint: '`cleanslate show DIR` says what became of each trial' });
    return { type: 'attempt.invalidated', trial, attempt, reason, note: note === null ? null : said(note, '--note'), by: said(by, '--by') };
  });
}
