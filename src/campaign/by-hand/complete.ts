import type { Clock } from '../../common/clock.js';
import type { Journal } from '../../evidence/journal.js';
import type { Results } from '../../evidence/results.js';
import { harnessPins } from '../../protocol/harness.js';
import { handAttempt } from '../../trial/by-hand/attempt.js';
import type { HandTrial } from '../../trial/by-hand/trial.js';
import type { CampaignOnDisk } from '../read-campaign.js';
import { readSlots } from '../slots.js';
import { attachedSessions } from './attached.js';
import { handTrial, handTrialIds } from './trial.js';

export interface HandEvidence {
  on: Pick<CampaignOnDisk, 'dir' | 'campaign'>;
  journal: Journal;
  results: Results;
  clock: Clock;
}

/** Makes the attempt of every trial whose sessions are all attached and that has none: after an attachment, and where a harness died in it. */
export async function completeByHand(evidence: HandEvidence): Promise<void> {
  const { entries } = evidence.journal;
  const attached = new Set(entries.flatMap((entry) => (entry.type === 'session.attached' ? [entry.trial] : [])));
  for (const id of handTrialIds(evidence.on).filter((one) => attached.has(one))) {
    if (readSlots(entries).get(id)?.valid === undefined) await complete(await handTrial(evidence.on, id), evidence);
  }
}

async function complete(trial: HandTrial, { on, journal, results, clock }: HandEvidence): Promise<void> {
  const attached = attachedSessions(journal.entries, trial.id);
  const sessions = trial.sessions.flatMap((_, index) => attached.get(index + 1) ?? []);
  if (sessions.length < trial.sessions.length) return;
  const attempt = (readSlots(journal.entries).get(trial.id)?.attempts ?? 0) + 1;
  await journal.append({ type: 'attempt.started', trial: trial.id, attempt });
  const { record, evidence } = await handAttempt(trial, attempt, sessions, { campaign: on.campaign.campaign, campaignDir: on.dir, source_commit: harnessPins().source_commit, clock });
  await journal.append({ type: 'attempt.sealed', trial: trial.id, attempt, valid: record.valid, ended: record.ended, signals: record.signals, evidence });
  await results.add(trial.id, attempt);
}

/** Trials that a person still has to carry out, and how many of their sessions are attached. */
export async function waitingTrials({ dir, campaign, entries }: Pick<CampaignOnDisk, 'dir' | 'campaign' | 'entries'>): Promise<{ trial: string; attached: number; sessions: number }[]> {
  const slots = readSlots(entries);
  const open = handTrialIds({ campaign }).filter((id) => slots.get(id)?.valid === undefined);
  return Promise.all(open.map(async (id) => ({ trial: id, attached: attachedSessions(entries, id).size, sessions: (await handTrial({ dir, campaign }, id)).sessions.length })));
}
