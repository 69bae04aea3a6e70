import { messageOf } from '../../common/errors.js';
import type { Check } from '../../evidence/check.js';
import { anchorsOn, holdAnchor, type AnchorEntry, type AnchorTrust } from '../anchor/hold.js';
import { anchorTargets, type AnchorTargets } from '../anchor/targets.js';
import type { CampaignOnDisk } from '../read-campaign.js';

/** Every anchor still stands for what it was recorded for: one line each, with the time that it shows. */
export async function verifyAnchors(on: Pick<CampaignOnDisk, 'dir' | 'entries'>, trust: AnchorTrust): Promise<Check[]> {
  const targets = await anchorTargets(on.dir);
  const began = on.entries.find(({ type }) => type === 'attempt.started')?.time;
  const checks: Check[] = [];
  for (const entry of anchorsOn(on)) {
    const name = entry.type === 'anchor.tagged' ? `tag ${entry.tag}` : 'time stamp';
    try {
      const { says, time } = await holdAnchor(on.dir, targets, entry, trust);
      checks.push({ id: 'anchor', ok: true, line: `anchor: ${what(targets, entry)}, ${name} ${says}${order(entry, time, began)}` });
    } catch (error) {
      checks.push({ id: 'anchor', ok: false, line: `anchor: ${what(targets, entry)}, ${name}: ${messageOf(error)}` });
    }
  }
  return checks;
}

const what = ({ journal }: AnchorTargets, { of, digest }: AnchorEntry): string => (of === 'lock' ? 'root of the lock' : `journal up to entry ${String(journal.indexOf(digest) + 1)}`);

/** Only a lock that is older than the first attempt was registered beforehand. */
const order = ({ of }: AnchorEntry, time: string | null, began: string | undefined): string =>
  of === 'journal' || time === null || began === undefined ? '' : time <= began ? ', before the first attempt' : ', AFTER the first attempt';
