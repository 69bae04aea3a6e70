import type { Clock } from '../common/clock.js';
import { Journal } from '../evidence/journal.js';
import { claimDirectory } from './directory.js';

/**
 * Opens the journal of a campaign for somebody's act, while nobody else writes to it.
 * @param dir a campaign's directory: where there is none, one would be made
 * @throws UserError where a harness runs the campaign now
 */
export async function claimedJournal<T>(dir: string, clock: Clock, use: (journal: Journal) => Promise<T>): Promise<T> {
  const claim = await claimDirectory(dir);
  try {
    const journal = await Journal.open(dir, clock);
    try {
      return await use(journal);
    } finally {
      await journal.close();
    }
  } finally {
    await claim.release();
  }
}
