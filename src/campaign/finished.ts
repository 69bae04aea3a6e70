import type { Journal } from '../evidence/journal.js';

/** Says on the journal that a campaign is over, where it does not say so since the last attempt was taken back. */
export async function finishOnce(journal: Journal): Promise<void> {
  const last = journal.entries.findLast(({ type }) => type === 'campaign.finished' || type === 'attempt.invalidated');
  if (last?.type !== 'campaign.finished') await journal.append({ type: 'campaign.finished' });
}
