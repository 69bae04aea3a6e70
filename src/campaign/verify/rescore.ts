import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findAdapter } from '../../agents/registry.js';
import { attemptDir } from '../../evidence/layout.js';
import { Material } from '../../evidence/material.js';
import { parseScenario } from '../../scenario/load.js';
import { selectCase } from '../../scenario/profiles.js';
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

/**
 * What this program's scorer says of a sealed attempt, from its evidence and what the campaign was locked with: never from today's
 * scenarios, tasks or keys.
 * @throws where the evidence does not hold what a score is made of
 */
export async function rescore(on: Pick<CampaignOnDisk, 'dir' | 'campaign'>, record: AttemptRecord): Promise<TrialScore> {
  const { manifest } = on.campaign;
  const configuration = manifest.configurations.find(({ id }) => id === record.configuration);
  if (!configuration) throw new TypeError(`campaign.json has no configuration ${record.configuration}`);
  const dir = attemptDir(on.dir, record.trial, record.attempt);
  const material = await Material.open(on.dir);
  if (record.scenario === null) {
    const task = await taskOf(on, record.task);
    if (!task) throw new TypeError(`the campaign has no task ${record.task}`);
    return scoreChecklist(task.checks, await evidenceIn({ dir, sessions: asVariant(task, record.profile).sessions.length, material, showsCalls: findAdapter(configuration).knows.tools }));
  }
  const scenario = (await lockOf(on.dir)).scenarios[record.task] ?? '';
  const selected = selectCase(parseScenario((await material.get(scenario)).toString('utf8'), scenario).scenario, record.profile);
  const answer = (await optionalText(join(dir, 'answer.txt'))) ?? null;
  return scoreAnswer({ selected, normalize: configuration.normalize ?? manifest.normalize }, answer ?? '', unreadableAnswer(answer, record.signals)).score;
}

/** score.json as it is kept, byte for byte. */
export const keptScore = ({ dir }: Pick<CampaignOnDisk, 'dir'>, { trial, attempt }: Pick<AttemptRecord, 'trial' | 'attempt'>): Promise<string> =>
  readFile(join(attemptDir(dir, trial, attempt), 'score.json'), 'utf8');
