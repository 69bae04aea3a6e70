import type { JournalEntry } from '../../evidence/journal.js';
import type { AttachedSession } from '../../trial/by-hand/trial.js';

/**
 * What is attached to a trial, by session: of several for one session the last, which corrects those before it. Where an
 * evaluator took the attempt back, nothing of it: the trial has to be carried out again.
 */
export function attachedSessions(entries: readonly JournalEntry[], trial: string): Map<number, AttachedSession> {
  const attached = new Map<number, AttachedSession>();
  for (const entry of entries) {
    if (entry.type === 'attempt.invalidated' && entry.trial === trial) attached.clear();
    if (entry.type !== 'session.attached' || entry.trial !== trial) continue;
    const { session, by, at, response, evidence, resets, latency_seconds, corrects } = entry;
    attached.set(session, { session, by, at, response, evidence, resets: resets as AttachedSession['resets'], latency_seconds, corrects });
  }
  return attached;
}
