import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { timestamp, type Clock } from '../common/clock.js';
import { sha256 } from '../common/digest.js';
import { CleanslateError, HarnessError, messageOf, UserError } from '../common/errors.js';
import { pretty } from '../common/json.js';
import { makeDirectory } from '../common/make-directory.js';
import { CampaignLock } from '../evidence/campaign-lock.js';
import { isBundle } from '../evidence/bundle/redactions.js';
import { Journal, readJournal } from '../evidence/journal.js';
import { CAMPAIGN_FILE, HEAD_FILE, JOURNAL_FILE, LOCK_FILE, MATERIAL_DIR, PREFLIGHT_DIR } from '../evidence/layout.js';
import { writeAtomic } from '../evidence/write.js';
import { drift, type Lock } from '../protocol/lock.js';
import { refuseClosed } from './closed.js';
import { lockOf } from './read-lock.js';

/** Takes a directory for this process, made where it is not there. */
export async function claimDirectory(dir: string): Promise<CampaignLock> {
  try {
    await makeDirectory(dir);
    refuseBundle(dir, await readdir(dir));
    return await CampaignLock.acquire(dir);
  } catch (error) {
    throw error instanceof CleanslateError ? error : unusable(dir, error);
  }
}

/** Refuses what cannot become, or is not, a campaign's directory, before anything is done for the campaign. Makes nothing. */
export async function checkDirectory(dir: string): Promise<void> {
  const names = await readdir(dir).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw unusable(dir, error);
  });
  const known = [JOURNAL_FILE, CAMPAIGN_FILE, LOCK_FILE, MATERIAL_DIR, PREFLIGHT_DIR, HEAD_FILE];
  refuseBundle(dir, names);
  const visible = names.filter((name) => !name.startsWith('.'));
  if (visible.length === 0 || visible.some((name) => known.includes(name))) return;
  throw new UserError('CLEANSLATE_OUT_NOT_EMPTY', 'is not empty and not a campaign', { where: dir, hint: 'give --out a directory of its own' });
}

/** A published bundle stays as it was published. @throws UserError CLEANSLATE_BUNDLE */
function refuseBundle(dir: string, names: readonly string[]): void {
  if (isBundle(names)) throw new UserError('CLEANSLATE_BUNDLE', 'is a published bundle: nothing is added to it', { where: dir, hint: 'give the campaign that it was made of' });
}

const REASONS: Record<string, string> = {
  ENOTDIR: 'is not a directory',
  ENOENT: 'cannot be made there',
  EEXIST: 'is not a directory',
  EACCES: 'may not be written by this user',
  EPERM: 'may not be written by this user',
  EROFS: 'is on a file system that is read-only',
  ENAMETOOLONG: 'is too long for a name',
  ELOOP: 'leads round in a circle of links',
};

function unusable(dir: string, cause: unknown): CleanslateError {
  const reason = REASONS[(cause as NodeJS.ErrnoException).code ?? ''];
  if (reason === undefined) return new HarnessError('CLEANSLATE_WRITE', `cannot be written: ${messageOf(cause)}`, { where: dir, cause });
  return new UserError('CLEANSLATE_OUT_UNUSABLE', reason, { where: dir, hint: 'give --out a directory that can be made or written', cause });
}

/**
 * Opens the journal of a claimed directory: starts the campaign, or resumes it where the directory holds the same one.
 * @throws UserError naming what differs where it holds another
 */
export async function openCampaign(dir: string, lock: Lock, campaign: object, clock: Clock): Promise<Journal> {
  const before = await readLock(dir);
  if (before === undefined) return startCampaign(dir, lock, campaign, clock);
  const differences = drift(before, lock);
  if (differences.length > 0) {
    const hint = 'use another --out for another campaign, or restore what changed';
    throw new UserError('CLEANSLATE_CAMPAIGN_DIFFERS', `holds a campaign that was locked with other: ${differences.join(', ')}`, { where: dir, hint });
  }
  refuseClosed(dir, await readJournal(dir));
  const journal = await Journal.open(dir, clock);
  await journal.append({ type: 'campaign.resumed' });
  return journal;
}

/** Whether a campaign has begun in this directory. Before that, a preflight may have been there. */
export const isOpened = async (dir: string): Promise<boolean> => (await readLock(dir)) !== undefined;

/** The lock that a campaign runs under; undefined where none has started, or its start was cut short. */
async function readLock(dir: string): Promise<unknown> {
  // The journal's first entry comes last: without one, nothing has run, and starting again loses nothing.
  const journal = join(dir, JOURNAL_FILE);
  if (!existsSync(journal) || (await readFile(journal)).length === 0) return undefined;
  return lockOf(dir);
}

async function startCampaign(dir: string, lock: Lock, campaign: object, clock: Clock): Promise<Journal> {
  const lockText = pretty(lock);
  const campaignText = pretty({ ...campaign, lock: sha256(lockText), created_at: timestamp(clock) });
  await writeAtomic(join(dir, LOCK_FILE), lockText);
  await writeAtomic(join(dir, CAMPAIGN_FILE), campaignText);
  const journal = await Journal.open(dir, clock);
  await journal.append({ type: 'campaign.opened', campaign: sha256(campaignText), lock: sha256(lockText) });
  return journal;
}
