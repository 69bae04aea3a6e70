import { existsSync } from 'node:fs';
import { UserError } from '../common/errors.js';
import { nearest } from '../common/nearest.js';
import { attemptDir, isTrialId, partialDir } from '../evidence/layout.js';
import type { CampaignOnDisk } from './read-campaign.js';
import { readSlots } from './slots.js';

/** One attempt of a trial, by its place. */
export interface PickedAttempt {
  trial: string;
  attempt: number;
  /** How many attempts the trial has. */
  attempts: number;
  /** Its folder; that of an attempt that never ended has another name. */
  dir: string;
}

/**
 * Finds one attempt of a trial: the one that was asked for, else the one that counts, else the last.
 * @throws UserError for a trial or attempt that is not there
 */
export function pickAttempt({ dir, campaign, entries }: CampaignOnDisk, trial: string, asked?: string): PickedAttempt {
  if (!campaign.trials.includes(trial) || !isTrialId(trial)) throw unknownTrial(trial, campaign.trials);
  const slot = readSlots(entries).get(trial);
  const attempt = asked === undefined ? (slot?.valid ?? slot?.attempts ?? 0) : Number(asked);
  const folder = [attemptDir(dir, trial, attempt), partialDir(dir, trial, attempt)].find((path) => existsSync(path));
  if (folder !== undefined) return { trial, attempt, attempts: slot?.attempts ?? attempt, dir: folder };
  const hint = slot ? `it has attempts 1 to ${String(slot.attempts)}` : 'it has not been started';
  throw new UserError('CLEANSLATE_NO_ATTEMPT', `no attempt ${asked ?? ''} of ${trial}`.replace('  ', ' '), { where: dir, hint });
}

function unknownTrial(trial: string, trials: readonly string[]): UserError {
  const near = nearest(trial, trials);
  const hint = near.length > 0 ? `there is ${near.join(', ')}` : '`cleanslate show DIR` lists the trials';
  return new UserError('CLEANSLATE_NO_TRIAL', `no trial ${JSON.stringify(trial)}`, { hint });
}
