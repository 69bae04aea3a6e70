import { Material } from '../evidence/material.js';
import { parseTask } from '../protocol/battery/task-text.js';
import type { Task } from '../protocol/battery/task.js';
import type { CampaignOnDisk } from './read-campaign.js';

/** Whether a task of a campaign is one of its battery, rather than a scenario's. */
export const isBatteryTask = ({ campaign }: Pick<CampaignOnDisk, 'campaign'>, task: string): boolean => Object.hasOwn(campaign.material.tasks ?? {}, task);

/** A task of a battery as the campaign was given it, with its key; undefined for other tasks, and where the campaign has it no more. */
export async function taskOf({ dir, campaign }: Pick<CampaignOnDisk, 'dir' | 'campaign'>, task: string): Promise<Task | undefined> {
  const path = campaign.material.tasks?.[task];
  if (path === undefined) return undefined;
  const bytes = await (await Material.open(dir)).get(path.slice(path.lastIndexOf('/') + 1)).catch(() => undefined);
  return bytes && parseTask(bytes.toString('utf8'));
}
