import { Material } from '../evidence/material.js';
import { asVariant } from '../protocol/battery/variants.js';
import type { Evidence } from '../scoring/checklist/evidence.js';
import { givenTo } from '../scoring/checklist/given.js';
import { evidenceIn } from '../trial/checklist/evidence-in.js';
import type { CampaignOnDisk } from './read-campaign.js';
import type { ShownTrial } from './read-trial.js';

/**
 * What an attempt gave at the place where each check of its task looks, by check. Checks that look at tool calls or at changes have none:
 * those are shown by themselves. Empty where the attempt has no task with checks.
 */
export async function givenToChecks({ dir }: Pick<CampaignOnDisk, 'dir'>, { task, dir: attempt, answer, record }: Pick<ShownTrial, 'task' | 'dir' | 'answer' | 'record'>): Promise<Map<string, string>> {
  if (!task || !record) return new Map();
  const evidence = task.checks.some(({ settings }) => settings['file'] !== undefined) ? await withFiles() : answerAlone(answer);
  return new Map(task.checks.flatMap(({ id, settings }): [string, string][] => {
    const given = givenTo(settings, evidence);
    return given === undefined ? [] : [[id, given]];
  }));

  async function withFiles(): Promise<Evidence> {
    const sessions = task && record ? asVariant(task, record.profile).sessions.length : 0;
    try {
      return await evidenceIn({ dir: attempt, sessions, material: await Material.open(dir), showsCalls: false });
    } catch {
      // What `verify` complains of is no reason to show nothing.
      return answerAlone(answer);
    }
  }
}

/** Files are not read where no check looks at one. */
const answerAlone = (answer: string | undefined): Evidence => ({ sessions: [{ before: new Map(), after: new Map(), calls: null, replies: answer === undefined ? [] : [answer] }] });
