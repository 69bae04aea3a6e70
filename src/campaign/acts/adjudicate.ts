import type { Clock } from '../../common/clock.js';
import { UserError } from '../../common/errors.js';
import type { JournalBody } from '../../evidence/journal.js';
import type { Points } from '../../scoring/checklist/outcomes.js';
import { refuseClosed } from '../closed.js';
import { pickAttempt } from '../pick-attempt.js';
import { isPointsLine } from '../read-campaign.js';
import { said } from '../said.js';
import { act } from './act.js';
import { adjudicationOf } from './adjudications.js';

export interface Adjudging {
  trial: string;
  /** What was decided, and why; undefined: a case is opened. */
  note: string | undefined;
  /** What the trial costs from then on; undefined: what it had scored stands. */
  points: Points | undefined;
  by: string;
}

/**
 * Opens an adjudication of the attempt of a trial that counts, or closes it with a note. Score and evidence stay as they are.
 * @throws UserError where there are no points to adjudicate, or nothing is open
 */
export function adjudicate(dir: string, { trial, note, points, by }: Adjudging, clock: Clock): Promise<JournalBody> {
  return act(dir, clock, (on) => {
    refuseClosed(dir, on.entries);
    pickAttempt(on, trial);
    const line = on.results.findLast((one) => one.trial === trial);
    if (!line) throw new UserError('CLEANSLATE_NOTHING_COUNTS', 'has no attempt that counts', { where: trial, hint: '`cleanslate show DIR` says what became of each trial' });
    if (!isPointsLine(line)) throw new UserError('CLEANSLATE_NO_POINTS', 'has no failure points: it is of a scenario', { where: trial, hint: 'what was done otherwise is recorded with `cleanslate deviate`' });
    const { attempt } = line;
    if (note === undefined) return { type: 'adjudication.opened', trial, attempt, by: said(by, '--by') };
    if (!adjudicationOf(on.entries, line).open) throw new UserError('CLEANSLATE_NOTHING_OPEN', 'has no open adjudication', { where: trial, hint: 'a check that ended ambiguous opens one, or `cleanslate adjudicate` with --open' });
    return { type: 'adjudication.noted', trial, attempt, note: said(note, '--note'), points: points ?? null, by: said(by, '--by') };
  });
}
