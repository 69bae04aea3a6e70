import { Material } from '../evidence/material.js';
import { parseScenario } from '../scenario/load.js';
import type { Scenario } from '../scenario/schema.js';
import type { CampaignOnDisk } from './read-campaign.js';
import { lockOf } from './read-lock.js';

/** The scenarios of a campaign by their ids, as they were when it ran: from its material, never from today's files. */
export async function scenariosOf({ dir }: Pick<CampaignOnDisk, 'dir'>): Promise<Map<string, Scenario>> {
  const lock = await lockOf(dir);
  const material = await Material.open(dir);
  const loaded = await Promise.all(Object.values(lock.scenarios).map(async (digest) => parseScenario((await material.get(digest)).toString('utf8'), digest)));
  return new Map(loaded.map(({ scenario }) => [scenario.id, scenario]));
}
