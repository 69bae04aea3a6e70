import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findAdapter } from '../../agents/registry.js';
import { attemptDir } from '../../evidence/layout.js';
import { Material } from '../../evidence/material.js';
import type { Task } from '../../protocol/battery/task.js';
import { parseScenario } from '../../scenario/load.js';
import { selectCase } from '../../scenario/profiles.js';
import type { Scenario } from '../../scenario/schema.js';
import { asVariant } from '../../protocol/battery/variants.js';
import { scoreChecklist } from '../../scoring/checklist/check.js';
import type { TrialScore } from '../../scoring/index.js';
import type { AttemptRecord } from '../../trial/attempt-record.js';
import { optionalText } from '../../trial/attempt-files.js';
import { evidenceIn } from '../../trial/checklist/evidence-in.js';
import { scoreAnswer, unreadableAnswer } from '../../trial/score.js';
import type { CampaignOnDisk } from '../read-campaign.js';
import { lockOf } from '../read-lock.js';
import { taskOf } from '../read-task.js';

/** Says what this program's scorer makes of an attempt. @throws where the evidence does not hold what a score is made of */
export type Rescore = (record: AttemptRecord) => Promise<TrialScore>;

/**
 * Scores the sealed attempts of a campaign again, from their evidence and what it was locked with: never from today's scenarios, tasks
 * or keys. What all attempts share is read once.
 */
export async function rescorer(on: Pick<CampaignOnDisk, 'dir' | 'campaign'>): Promise<Rescore> {
  const { manifest } = on.campaign;
  const [{ scenarios }, material] = [await lockOf(on.dir), await Material.open(on.dir)];
  const tasks = new Map<string, Promise<Task | undefined>>();
  const read = new Map<string, Promise<Scenario>>();
  const taskNamed = (name: string): Promise<Task | undefined> => once(tasks, name, () => taskOf(on, name));
  const scenarioOf = (digest: string): Promise<Scenario> => once(read, digest, async () => parseScenario((await material.get(digest)).toString('utf8'), digest).scenario);
  return async (record) => {
    const configuration = manifest.configurations.find(({ id }) => id === record.configuration);
    if (!configuration) throw new TypeError(`campaign.json has no configuration ${record.configuration}`);
    const dir = attemptDir(on.dir, record.trial, record.attempt);
    if (record.scenario === null) {
      const task = await taskNamed(record.task);
      if (!task) throw new TypeError(`the campaign has no task ${record.task}`);
      return scoreChecklist(task.checks, await evidenceIn({ dir, sessions: asVariant(task, record.profile).sessions.length, material, showsCalls: findAdapter(configuration).knows.tools }));
    }
    const selected = selectCase(await scenarioOf(scenarios[record.task] ?? ''), record.profile);
    const answer = (await optionalText(join(dir, 'answer.txt'))) ?? null;
    return scoreAnswer({ selected, normalize: configuration.normalize ?? manifest.normalize }, answer ?? '', unreadableAnswer(answer, record.signals)).score;
  };
}

function once<T>(known: Map<string, T>, key: string, make: () => T): T {
  const found = known.get(key) ?? make();
  known.set(key, found);
  return found;
}

/** score.json as it is kept, byte for byte. */
export const keptScore = ({ dir }: Pick<CampaignOnDisk, 'dir'>, { trial, attempt }: Pick<AttemptRecord, 'trial' | 'attempt'>): Promise<string> =>
  readFile(join(attemptDir(dir, trial, attempt), 'score.json'), 'utf8');
