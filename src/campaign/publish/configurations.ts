import type { Configuration } from '../../protocol/manifest.js';
import { observedOf, type Observed } from '../observed.js';
import type { CampaignOnDisk } from '../read-campaign.js';

/** A configuration as it was asked for, and as it was seen in the runs that count (methodology, "Pin every tested configuration"). */
export interface PublishedConfiguration {
  id: string;
  /** The manifest's own, defaults filled in. */
  requested: Configuration;
  agent: { id: string; version: string };
  /** Each value that was seen, sorted: more than one is a change in the middle of a campaign. */
  observed: Observed;
  /** Of the attempts that count, ISO 8601. */
  first_run: string | null;
  last_run: string | null;
  runs: number;
}

/** Every configuration of a campaign, in the manifest's order. */
export async function publishedConfigurations(on: CampaignOnDisk): Promise<PublishedConfiguration[]> {
  const of = await observedOf(on);
  return on.campaign.manifest.configurations.map((requested) => {
    const { observed, started } = of(requested.id);
    return {
      id: requested.id,
      requested,
      agent: on.campaign.agents[requested.id] ?? { id: requested.agent, version: 'unknown' },
      observed,
      first_run: started[0] ?? null,
      last_run: started.at(-1) ?? null,
      runs: started.length,
    };
  });
}
