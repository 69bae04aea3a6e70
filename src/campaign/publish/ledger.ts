import { attemptPath } from '../../evidence/layout.js';
import { decisive } from '../../trial/validity.js';
import { withdrawals } from '../acts/recorded.js';
import type { CampaignOnDisk } from '../read-campaign.js';
import { readSlots } from '../slots.js';
import { partsOf } from '../trial-id.js';

/** An attempt that does not count, and never got points for it (methodology, "Run counts and reset rules"). */
export interface InvalidAttempt {
  configuration: string;
  trial: string;
  attempt: number;
  /** `invalid`: by the harness's own signals; `interrupted`; `withdrawn`: by an evaluator. */
  how: 'invalid' | 'interrupted' | 'withdrawn';
  /** A kind of signal, or the evaluator's reason. */
  reason: string;
  blame: string;
  note: string | null;
  /** What an evaluator took back had scored: points, or grounded answers of a scenario. */
  had_scored: number | null;
  /** Where its evidence is; null where it had left nothing. */
  evidence: string | null;
  /** The attempt that counts in its place. */
  counts: number | null;
}

/** Every such attempt in the order of the journal. */
export function invalidLedger(on: CampaignOnDisk): InvalidAttempt[] {
  const slots = readSlots(on.entries);
  const had = new Map(withdrawals(on).map(({ trial, attempt, points, grounded }) => [attemptPath(trial, attempt), points ?? grounded]));
  const about = (trial: string, attempt: number, evidence: boolean): Pick<InvalidAttempt, 'configuration' | 'trial' | 'attempt' | 'evidence' | 'counts'> =>
    ({ configuration: partsOf(trial).configuration, trial, attempt, evidence: evidence ? attemptPath(trial, attempt) : null, counts: slots.get(trial)?.valid ?? null });
  return on.entries.flatMap((entry): InvalidAttempt[] => {
    if (entry.type === 'attempt.sealed' && !entry.valid) {
      const cause = decisive(entry.signals);
      return [{ ...about(entry.trial, entry.attempt, true), how: 'invalid', reason: cause?.kind ?? entry.ended, blame: cause?.blame ?? 'harness', note: cause?.message ?? null, had_scored: null }];
    }
    if (entry.type === 'attempt.interrupted') return [{ ...about(entry.trial, entry.attempt, entry.evidence !== null), how: 'interrupted', reason: 'harness-stop', blame: 'harness', note: entry.reason, had_scored: null }];
    if (entry.type !== 'attempt.invalidated') return [];
    return [{ ...about(entry.trial, entry.attempt, true), how: 'withdrawn', reason: entry.reason, blame: 'evaluator', note: entry.note, had_scored: had.get(attemptPath(entry.trial, entry.attempt)) ?? null }];
  });
}
