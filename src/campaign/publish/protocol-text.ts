import { Material } from '../../evidence/material.js';
import type { CampaignOnDisk } from '../read-campaign.js';
import { lockOf } from '../read-lock.js';

/** Everything that the locked protocol says, as one text: scenarios, tasks with their keys, prompts. */
export async function protocolText({ dir }: Pick<CampaignOnDisk, 'dir'>): Promise<string> {
  const { scenarios, alternatives, tasks, prompts } = await lockOf(dir);
  const material = await Material.open(dir);
  const digests = new Set([scenarios, alternatives, tasks, prompts].flatMap((each) => Object.values(each)));
  return (await Promise.all([...digests].map(async (digest) => (await material.get(digest)).toString('latin1')))).join('\n');
}
