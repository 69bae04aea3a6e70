import { sealInterrupted } from '../evidence/attempt.js';
import type { Journal } from '../evidence/journal.js';
import { readSlots } from './slots.js';

/** Attempts that a dead harness had begun: what they left is sealed, and the journal says so. */
export async function closeInterrupted(journal: Journal, dir: string): Promise<void> {
  for (const [trial, { open }] of readSlots(journal.entries)) {
    for (const attempt of open) {
      const reason = 'the harness ended before the attempt did';
      await journal.append({ type: 'attempt.interrupted', trial, attempt, reason, evidence: await sealInterrupted(dir, trial, attempt, reason) });
    }
  }
}
