import { messageOf } from '../../common/errors.js';
import { readTag } from '../../evidence/anchor/tag.js';
import { verifyTimeStamp } from '../../evidence/anchor/time-stamp.js';
import { readRedactions } from '../../evidence/bundle/redactions.js';
import type { Check } from '../../evidence/check.js';
import type { JournalEntry } from '../../evidence/journal.js';
import { MATERIAL_DIR } from '../../evidence/layout.js';
import { findTag } from '../anchor/git.js';
import { anchorTargets, targetOf, type AnchorTargets } from '../anchor/targets.js';
import type { CampaignOnDisk } from '../read-campaign.js';
import { materialBytes } from './material-bytes.js';

/** By whom a reader has anchors checked. */
export interface AnchorTrust {
  /** Path of a repository in which tags are looked up. */
  repository?: string | undefined;
  /** PEM text; else the certificates that were recorded with the stamp. */
  ca?: string | undefined;
}

type Tagged = Extract<JournalEntry, { type: 'anchor.tagged' }>;
type Stamped = Extract<JournalEntry, { type: 'anchor.stamped' }>;

/** Every anchor still stands for what it was recorded for: one line each, with the time that it shows. */
export async function verifyAnchors(on: Pick<CampaignOnDisk, 'dir' | 'entries'>, trust: AnchorTrust): Promise<Check[]> {
  const targets = await anchorTargets(on.dir);
  const began = on.entries.find(({ type }) => type === 'attempt.started')?.time;
  const checks: Check[] = [];
  for (const entry of on.entries) {
    if (entry.type !== 'anchor.tagged' && entry.type !== 'anchor.stamped') continue;
    const name = entry.type === 'anchor.tagged' ? `tag ${entry.tag}` : 'time stamp';
    try {
      if (targetOf(targets, entry.digest) !== entry.of) throw new Error(`stands for ${entry.digest}, which is not the ${entry.of}'s`);
      const { says, time } = entry.type === 'anchor.tagged' ? await ofTag(on.dir, entry, trust) : await ofStamp(on.dir, entry, trust);
      checks.push({ id: 'anchor', ok: true, line: `anchor: ${what(targets, entry)}, ${name} ${says}${order(entry, time, began)}` });
    } catch (error) {
      checks.push({ id: 'anchor', ok: false, line: `anchor: ${what(targets, entry)}, ${name}: ${messageOf(error)}` });
    }
  }
  return checks;
}

const what = ({ journal }: AnchorTargets, { of, digest }: Tagged | Stamped): string => (of === 'lock' ? 'root of the lock' : `journal up to entry ${String(journal.indexOf(digest) + 1)}`);

/** Only a lock that is older than the first attempt was registered beforehand. */
const order = ({ of }: Tagged | Stamped, time: string | null, began: string | undefined): string =>
  of === 'journal' || time === null || began === undefined ? '' : time <= began ? ', before the first attempt' : ', AFTER the first attempt';

async function ofTag(dir: string, { tag, object, digest, evidence }: Tagged, { repository }: AnchorTrust): Promise<{ says: string; time: string | null }> {
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

async function ofStamp(dir: string, { digest, evidence, ca }: Stamped, trust: AnchorTrust): Promise<{ says: string; time: string }> {
  const { imprint, time, authority } = verifyTimeStamp(await materialBytes(dir, evidence), trust.ca ?? (await materialBytes(dir, ca)).toString('latin1'));
  if (imprint !== digest) throw new Error('stands for something else');
  return { says: `of ${time} by ${authority}${trust.ca === undefined ? ', verified by the certificates kept with it; --ca takes your own' : ', verified by the given certificates'}`, time };
}
