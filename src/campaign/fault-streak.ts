import { HarnessError } from '../common/errors.js';
import type { AttemptRecord } from '../trial/attempt-record.js';

/** So many attempts in a row that failed for the harness's own reasons will not be followed by a good one. */
const LONGEST_STREAK = 12;

/** Notices that nothing works any more, so that a campaign ends instead of using up the attempts of all its trials. */
export class FaultStreak {
  #length = 0;

  /** @throws HarnessError CLEANSLATE_NOTHING_WORKS, with the last attempt's reason */
  add(trial: string, { valid, signals }: AttemptRecord): void {
    const fault = signals.find(({ blame, recovered }) => blame === 'harness' && recovered !== true);
    this.#length = valid || fault === undefined ? 0 : this.#length + 1;
    if (fault === undefined || this.#length < LONGEST_STREAK) return;
    throw new HarnessError('CLEANSLATE_NOTHING_WORKS', `${String(this.#length)} attempts in a row were invalid, the last one for: ${fault.message}`, {
      where: trial,
      hint: 'what is finished is kept; mend that, then run it again to go on',
    });
  }
}
