import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../../src/common/digest.js';
import { AttemptStore } from '../../src/evidence/attempt.js';
import { CampaignLock } from '../../src/evidence/campaign-lock.js';
import { Journal } from '../../src/evidence/journal.js';
import { attemptDir, CAMPAIGN_FILE, LOCK_FILE } from '../../src/evidence/layout.js';
import { Material } from '../../src/evidence/material.js';
import { Results } from '../../src/evidence/results.js';
import { writeAtomic } from '../../src/evidence/write.js';
import { tickingClock } from './ticking-clock.js';

/** The line of an attempt in results.jsonl, from its files alone. */
export const lineOf = (dir: string) => async (trial: string, attempt: number): Promise<string> => {
  const score: unknown = JSON.parse(await readFile(join(attemptDir(dir, trial, attempt), 'score.json'), 'utf8'));
  return JSON.stringify({ trial, attempt, score });
};

/** Seals one attempt with a few files in it, as a trial would; `valid` ones are not yet scored. */
export async function sealAttempt(dir: string, journal: Journal, trial: string, attempt: number, valid = true): Promise<void> {
  await journal.append({ type: 'attempt.started', trial, attempt });
  const store = await AttemptStore.create(dir, trial, attempt);
  await store.keep('seed', `seed of ${trial}`);
  const stdout = await store.stream('session-1/stdout');
  stdout.write(`hello from ${trial}\n`);
  await store.write('attempt.json', JSON.stringify({ ended: 'exit', valid }));
  await store.write('answer.txt', 'yes');
  if (valid) await store.write('score.json', JSON.stringify({ grounded_correct: attempt, trial }));
  const signals = valid ? [] : [{ blame: 'provider' as const, kind: 'rate-limit', message: '429' }];
  await journal.append({ type: 'attempt.sealed', trial, attempt, valid, ended: 'exit', signals, evidence: await store.seal() });
}

/** A small finished campaign: trial `a` valid at once, `b` at its second attempt, `c` interrupted with nothing left. */
export async function finishedCampaign(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true });
  const lock = await CampaignLock.acquire(dir);
  const kept = await (await Material.open(dir)).put('the scenario');
  const campaign = JSON.stringify({ campaign: 'test', scenario: `material/${kept}` });
  await writeAtomic(join(dir, CAMPAIGN_FILE), campaign);
  await writeAtomic(join(dir, LOCK_FILE), '{"protocol":1}');
  const journal = await Journal.open(dir, tickingClock());
  await journal.append({ type: 'campaign.opened', campaign: sha256(campaign), lock: sha256('{"protocol":1}') });
  const results = await Results.open(dir, journal, lineOf(dir));
  await sealAttempt(dir, journal, 'a', 1);
  await results.add('a', 1);
  await sealAttempt(dir, journal, 'b', 1, false);
  await sealAttempt(dir, journal, 'b', 2);
  await results.add('b', 2);
  await journal.append({ type: 'attempt.started', trial: 'c', attempt: 1 });
  await journal.append({ type: 'attempt.interrupted', trial: 'c', attempt: 1, reason: 'stopped', evidence: null });
  await sealAttempt(dir, journal, 'c', 2);
  await results.add('c', 2);
  await journal.append({ type: 'campaign.finished' });
  await results.close();
  await journal.close();
  await lock.release();
}

