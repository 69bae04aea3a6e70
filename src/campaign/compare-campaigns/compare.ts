import { adaptationsOf, type ShownAdaptation } from '../adaptations.js';
import { publicationOf, type Publication } from '../closed.js';
import type { CampaignOnDisk } from '../read-campaign.js';
import { summarizeCampaign } from '../summary.js';
import { changesBetween, type Change } from './changes.js';
import { sideBySide, type SideRow } from './side-by-side.js';
import { snapshotOf } from './snapshot.js';

/** One of the two campaigns. */
export interface ComparedCampaign {
  campaign: string;
  quarter: string | null;
  /** When it was opened, ISO 8601. */
  opened_at: string;
  /** Of an index: whether it has passed the publication gate. */
  publication: Publication;
  trials: number;
  complete: number;
  deviations: number;
  adaptations: ShownAdaptation[];
}

/** Two campaigns, every item that changed between them, and what either got. Nothing is pooled. */
export interface ComparedCampaigns {
  a: ComparedCampaign;
  b: ComparedCampaign;
  changes: Change[];
  results: SideRow[];
}

/** Compares two campaigns by their directories alone (methodology: quarterly runs are independent snapshots). */
export async function compareCampaigns(a: CampaignOnDisk, b: CampaignOnDisk): Promise<ComparedCampaigns> {
  const [left, right] = [{ on: a, summary: await summarizeCampaign(a) }, { on: b, summary: await summarizeCampaign(b) }];
  const about = ({ on, summary: { trials, complete, deviations, late_anchors } }: typeof left): ComparedCampaign => ({
    campaign: on.campaign.campaign, quarter: on.campaign.manifest.quarter ?? null, opened_at: on.entries[0]?.time ?? '', publication: publicationOf(on), trials, complete, deviations: deviations.length + (late_anchors === null ? 0 : 1), adaptations: adaptationsOf(on),
  });
  return { a: about(left), b: about(right), changes: changesBetween(await snapshotOf(a), await snapshotOf(b)), results: sideBySide(left, right) };
}
