import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../../common/clock.js';
import { messageOf, UserError } from '../../common/errors.js';
import { readGiven } from '../../common/read-given.js';
import { tagMessage } from '../../evidence/anchor/tag.js';
import { verifyTimeStamp, type TimeStamp } from '../../evidence/anchor/time-stamp.js';
import type { JournalBody } from '../../evidence/journal.js';
import { Material } from '../../evidence/material.js';
import { claimedJournal } from '../claimed-journal.js';
import { readCampaign } from '../read-campaign.js';
import { findTag, makeTag } from './git.js';
import { anchorTargets, targetOf, type AnchorOf, type AnchorTargets } from './targets.js';

export interface TagAnchor {
  repository: string;
  tag: string;
  /** What a tag is made for where there is none of that name (the journal, where nothing is said), and what one that is there has to name. */
  of: AnchorOf | undefined;
}

export interface StampAnchor {
  /** Paths of the authority's response and of the certificates that it is verified by. */
  response: string;
  ca: string;
}

/** An anchor on the journal, and whether it was there already. */
export interface Recorded {
  entry: JournalBody;
  before: boolean;
}

/** Which digest an anchor is made for. */
export const headOf = ({ lock, journal }: AnchorTargets, of: AnchorOf): string => (of === 'lock' ? lock : (journal.at(-1) ?? ''));

/**
 * Records an annotated tag that names the root of a campaign's lock or a line of its journal; makes it where there is none of that name.
 * @throws UserError for a tag that names nothing of this campaign, or something else of it than was asked for
 */
export function anchorByTag(dir: string, { repository, tag, of }: TagAnchor, clock: Clock): Promise<Recorded> {
  return record(dir, clock, async (targets, material, campaign) => {
    if ((await findTag(repository, tag)) === undefined) await makeTag(repository, tag, tagMessage(campaign, of ?? 'journal', headOf(targets, of ?? 'journal')));
    const found = await findTag(repository, tag);
    const digest = found?.digests.find((one) => targetOf(targets, one) !== undefined);
    if (!found || digest === undefined) throw new UserError('CLEANSLATE_ANCHOR', `tag ${tag} names neither this campaign's lock nor a line of its journal`, { where: repository, hint: 'give a tag of another name to have one made' });
    const names = targetOf(targets, digest) ?? 'journal';
    if (of !== undefined && names !== of) throw new UserError('CLEANSLATE_ANCHOR', `tag ${tag} names the ${names}, not the ${of}`, { where: repository, hint: 'give a tag of another name to have one made, or leave out --of' });
    return { type: 'anchor.tagged', of: names, digest, tag, object: found.object, evidence: await material.put(found.bytes) };
  });
}

/** Records the response of a time stamp authority, verified. @throws UserError for one that is none, or of something else */
export function anchorByStamp(dir: string, { response, ca }: StampAnchor, clock: Clock): Promise<Recorded> {
  return record(dir, clock, async (targets, material) => {
    const [bytes, pem] = [await given(response), await given(ca)];
    const { imprint } = checked(response, bytes, pem);
    const of = targetOf(targets, imprint);
    if (of === undefined) throw new UserError('CLEANSLATE_ANCHOR', "stands for neither this campaign's lock nor a line of its journal", { where: response, hint: '`cleanslate anchor` with --query writes the request for it' });
    return { type: 'anchor.stamped', of, digest: imprint, evidence: await material.put(bytes), ca: await material.put(pem) };
  });
}

/** The same anchor twice is one: what is on the journal already is not recorded again. */
async function record(dir: string, clock: Clock, make: (targets: AnchorTargets, material: Material, campaign: string) => Promise<JournalBody>): Promise<Recorded> {
  const { campaign } = (await readCampaign(dir)).campaign; // Nothing is made where there is no campaign.
  return claimedJournal(dir, clock, async (journal) => {
    const entry = await make(await anchorTargets(dir), await Material.open(dir), campaign);
    const before = journal.entries.some((known) => isDeepStrictEqual(pick(known, entry), entry));
    if (!before) await journal.append(entry);
    return { entry, before };
  });
}

/** Of an entry, what another says too. */
const pick = (from: object, like: object): object => Object.fromEntries(Object.entries(from).filter(([key]) => key in like));

function checked(file: string, bytes: Buffer, pem: Buffer): TimeStamp {
  try {
    return verifyTimeStamp(bytes, pem.toString('latin1'));
  } catch (cause) {
    throw new UserError('CLEANSLATE_TIME_STAMP', messageOf(cause), { where: file, hint: 'give the response as it came, and with --ca the certificates of its authority', cause });
  }
}

const given = (path: string): Promise<Buffer> => readGiven(path, { code: 'CLEANSLATE_ANCHOR', hint: 'give the path of a file' });
