import { readTag } from '../../evidence/anchor/tag.js';
import { verifyTimeStamp } from '../../evidence/anchor/time-stamp.js';
import { readRedactions } from '../../evidence/bundle/redactions.js';
import type { JournalEntry } from '../../evidence/journal.js';
import { MATERIAL_DIR } from '../../evidence/layout.js';
import type { CampaignOnDisk } from '../read-campaign.js';
import { materialBytes } from '../verify/material-bytes.js';
import { findTag } from './git.js';
import { targetOf, type AnchorTargets } from './targets.js';

/** By whom a reader has anchors checked. */
export interface AnchorTrust {
  /** Path of a repository in which tags are looked up. */
  repository?: string | undefined;
  /** PEM text; else the certificates that were recorded with the stamp. */
  ca?: string | undefined;
}

type Tagged = Extract<JournalEntry, { type: 'anchor.tagged' }>;
type Stamped = Extract<JournalEntry, { type: 'anchor.stamped' }>;

/** An anchor as it was recorded. */
export type AnchorEntry = Tagged | Stamped;

/** What an anchor shows. */
export interface Held {
  /** In words, to follow its name. */
  says: string;
  /** ISO 8601; null for a tag that has no date. */
  time: string | null;
}

export const anchorsOn = ({ entries }: Pick<CampaignOnDisk, 'entries'>): AnchorEntry[] => entries.filter((entry) => entry.type === 'anchor.tagged' || entry.type === 'anchor.stamped');

/**
 * Holds an anchor to its campaign: what is kept of it names the digest that it was recorded for, and that is the campaign's own.
 * @throws Error with what is wrong, in a few words; UserError where the trusted repository is none
 */
export async function holdAnchor(dir: string, targets: AnchorTargets, entry: AnchorEntry, trust: AnchorTrust): Promise<Held> {
  if (targetOf(targets, entry.digest) !== entry.of) throw new Error(`stands for ${entry.digest}, which is not the ${entry.of}'s`);
  return entry.type === 'anchor.tagged' ? ofTag(dir, entry, trust) : ofStamp(dir, entry, trust);
}

async function ofTag(dir: string, { tag, object, digest, evidence }: Tagged, { repository }: AnchorTrust): Promise<Held> {
  const redacted = (await readRedactions(dir)).has(`${MATERIAL_DIR}/${evidence}`);
  const kept = readTag(await materialBytes(dir, evidence), object.length);
  if (!redacted && kept.object !== object) throw new Error(`what is kept of it is not object ${object}`);
  if (!kept.digests.includes(digest)) throw new Error('does not name it');
  const dated = kept.time === null ? '' : `, dated ${kept.time}`;
  if (repository === undefined) return { says: `(object ${object}) names it${dated}${redacted ? ', who made it being redacted' : ''}; not looked up, --repo does that`, time: kept.time };
  const found = await findTag(repository, tag);
  if (found?.object !== object) throw new Error(`${found ? `is another object in ${repository}` : `is not in ${repository}`}`);
  if (!found.digests.includes(digest)) throw new Error(`does not name it in ${repository}`);
  return { says: `(object ${object}) names it in ${repository}${dated}`, time: kept.time };
}

async function ofStamp(dir: string, { digest, evidence, ca }: Stamped, trust: AnchorTrust): Promise<Held> {
  const { imprint, time, authority } = verifyTimeStamp(await materialBytes(dir, evidence), trust.ca ?? (await materialBytes(dir, ca)).toString('latin1'));
  if (imprint !== digest) throw new Error('stands for something else');
  return { says: `of ${time} by ${authority}${trust.ca === undefined ? ', verified by the certificates kept with it; --ca takes your own' : ', verified by the given certificates'}`, time };
}
