import { readScore } from '../trial/attempt-files.js';
import { readAttemptRecord } from '../trial/attempt-record.js';
import type { CampaignOnDisk } from './read-campaign.js';
import { attachedSessions } from './by-hand/attached.js';
import { handTrialIds } from './by-hand/trial.js';
import { readSlots } from './slots.js';
import { verdictOf } from './verdict.js';

export interface TrialState {
  trial: string;
  state: 'pending' | 'running' | 'valid' | 'invalid' | 'interrupted' | 'exhausted' | 'invalidated';
  attempts: number;
  /** Of the attempt that counts, else of the last one. */
  verdict: string;
}

/** How far each trial of a campaign is, in the order in which they start. */
export async function trialStates(on: CampaignOnDisk): Promise<TrialState[]> {
  const slots = readSlots(on.entries);
  const states: TrialState[] = [];
  const byHand = new Set(handTrialIds(on));
  for (const trial of on.campaign.trials) {
    const slot = slots.get(trial);
    if (byHand.has(trial) && slot?.valid === undefined) states.push({ trial, state: 'pending', attempts: slot?.attempts ?? 0, verdict: `waits for a person, sessions attached: ${String(attachedSessions(on.entries, trial).size)}` });
    else if (!slot) states.push({ trial, state: 'pending', attempts: 0, verdict: '' });
    else if (slot.valid !== undefined) states.push({ trial, state: 'valid', attempts: slot.attempts, verdict: await verdict(on.dir, trial, slot.valid, true) });
    else if (slot.open.length > 0) states.push({ trial, state: 'running', attempts: slot.attempts, verdict: '' });
    else if (slot.withdrawn.at(-1) === slot.attempts) states.push({ trial, state: 'invalidated', attempts: slot.attempts, verdict: `had scored ${await verdict(on.dir, trial, slot.attempts, true)}` });
    else if (slot.exhausted) states.push({ trial, state: 'exhausted', attempts: slot.attempts, verdict: await verdict(on.dir, trial, slot.attempts, false) });
    else states.push({ trial, state: slot.invalid > 0 ? 'invalid' : 'interrupted', attempts: slot.attempts, verdict: await verdict(on.dir, trial, slot.attempts, false) });
  }
  return states;
}

async function verdict(dir: string, trial: string, attempt: number, valid: boolean): Promise<string> {
  try {
    return verdictOf(await readAttemptRecord(dir, trial, attempt), valid ? await readScore(dir, trial, attempt) : undefined);
  } catch {
    return 'its evidence cannot be read';
  }
}
