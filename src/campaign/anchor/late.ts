import type { CampaignOnDisk } from '../read-campaign.js';
import { anchorsOn, holdAnchor, type AnchorEntry } from './hold.js';
import { anchorTargets, type AnchorTargets } from './targets.js';

/**
 * That the protocol was anchored, but nothing that is dated before the first attempt stands for it: then the anchors show when the results
 * were there, and not that the protocol was there before them (methodology, "Lock the protocol before testing"). Told from what is kept of the
 * anchors and from the journal, not from what anybody says.
 * @returns one sentence; null where nothing is anchored, nothing was tried yet, or an anchor is early enough
 */
export async function lateAnchors(on: Pick<CampaignOnDisk, 'dir' | 'entries'>): Promise<string | null> {
  const anchors = anchorsOn(on);
  const first = on.entries.findIndex(({ type }) => type === 'attempt.started');
  const began = on.entries[first]?.time;
  if (anchors.length === 0 || began === undefined) return null;
  const targets = await anchorTargets(on.dir);
  for (const anchor of anchors) if (standsForProtocol(targets, anchor, first) && await isEarly(on.dir, targets, anchor, began)) return null;
  return `The protocol was anchored only after the first attempt (${anchors.map(named).join(', ')}): that it was locked before rests on the campaign's own word.`;
}

/** The lock, or the journal before anything was tried: its first line stands for the lock. */
const standsForProtocol = ({ journal }: AnchorTargets, { of, digest }: AnchorEntry, first: number): boolean => of === 'lock' || journal.indexOf(digest) < first;

/** One that does not hold shows nothing; `verify` says why. */
const isEarly = (dir: string, targets: AnchorTargets, anchor: AnchorEntry, began: string): Promise<boolean> =>
  holdAnchor(dir, targets, anchor, {}).then(({ time }) => time !== null && time <= began, () => false);

const named = (anchor: AnchorEntry): string => `${anchor.of} by ${anchor.type === 'anchor.tagged' ? `tag ${anchor.tag}` : 'time stamp'}`;
