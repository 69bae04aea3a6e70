import { campaignOwner } from '../../evidence/campaign-lock.js';
import type { CampaignOnDisk } from '../../campaign/read-campaign.js';
import type { TrialRow } from './trial-rows.js';

/** How a campaign stands when a page is made. `left`: nobody runs it now, and it neither ended nor was it stopped. */
export interface Standing {
  is: 'running' | 'finished' | 'published' | 'waiting' | 'interrupted' | 'left';
  /** When that was noted, or the last thing that was; ISO 8601. */
  at: string | undefined;
  /** Why it was interrupted. */
  reason: string | undefined;
}

const ENDS = { 'campaign.finished': 'finished', 'campaign.published': 'published', 'campaign.waiting': 'waiting', 'campaign.interrupted': 'interrupted' } as const;

/** From the journal, and from whether the process that runs it is there: a harness that was killed says nothing. */
export async function standingOf({ dir, entries }: Pick<CampaignOnDisk, 'dir' | 'entries'>): Promise<Standing> {
  const last = entries.at(-1);
  const owner = await campaignOwner(dir);
  const said = entries.findLast(({ type }) => type.startsWith('campaign.') || type === 'attempt.started' || type === 'attempt.invalidated');
  if (owner && owner.liveness !== 'dead' && said?.type !== 'campaign.finished' && said?.type !== 'campaign.published') return { is: 'running', at: last?.time, reason: undefined };
  const is = said && Object.hasOwn(ENDS, said.type) ? ENDS[said.type as keyof typeof ENDS] : 'left';
  return { is, at: is === 'left' ? last?.time : said?.time, reason: said?.type === 'campaign.interrupted' ? said.reason : undefined };
}

/** An attempt that is open is running only where somebody runs it: else its harness ended in it, and the next one says so on the journal. */
export const asItStands = (row: TrialRow, { is }: Standing): TrialRow => (row.state === 'running' && is !== 'running' ? { ...row, state: 'interrupted', verdict: 'its harness ended in it' } : row);
