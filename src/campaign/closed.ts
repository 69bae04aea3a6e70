import type { Manifest } from '../protocol/manifest.js';
import { UserError } from '../common/errors.js';
import type { JournalEntry } from '../evidence/journal.js';

/** When a campaign was published, ISO 8601; undefined where it was not. */
export const publishedAt = (entries: readonly JournalEntry[]): string | undefined => entries.find(({ type }) => type === 'campaign.published')?.time;

/** Whether the tables of a campaign are an index's, and then whether they have passed the publication gate (methodology, "Publication state"). */
export type Publication = 'none' | 'pending' | 'published';

/** An index is what runs a battery or names its quarter. */
export function publicationOf({ campaign: { manifest }, entries }: { campaign: { manifest: Pick<Manifest, 'battery' | 'quarter'> }; entries: readonly JournalEntry[] }): Publication {
  if (publishedAt(entries) !== undefined) return 'published';
  return manifest.battery === undefined && manifest.quarter === undefined ? 'none' : 'pending';
}

/**
 * Nothing is backfilled into a finished quarter (methodology, "Publish deviations with the result"): what was published gets no further
 * attempts, and none of its own is taken back or decided anew. Deviations are still recorded.
 * @throws UserError CLEANSLATE_CAMPAIGN_CLOSED
 */
export function refuseClosed(dir: string, entries: readonly JournalEntry[]): void {
  const at = publishedAt(entries);
  if (at === undefined) return;
  throw new UserError('CLEANSLATE_CAMPAIGN_CLOSED', `is closed since it was published at ${at}`, { where: dir, hint: 'run a new campaign in a directory of its own; what was done otherwise is recorded with `cleanslate deviate`' });
}
