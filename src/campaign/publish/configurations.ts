import { declaredOf } from '../../protocol/declared.js';
import type { Configuration } from '../../protocol/manifest.js';
import { observedOf, type Observed } from '../observed.js';
import type { CampaignOnDisk } from '../read-campaign.js';

/** A configuration as it was asked for, and as it was seen in the runs that count (methodology, "Pin every tested configuration"). */
export interface PublishedConfiguration {
  id: string;
  product: string;
  /** As asked for; null where no model is. */
  model_label: string | null;
  access: string;
  /** What of its memory is on. */
  memory: { feature: 'off' | 'on'; services: readonly string[] };
  system_instructions: string;
  tools: string;
  harness_version: string;
  /** The machine that ran it. */
  hardware_and_runtime: Record<string, unknown>;
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
      ...pinsOf(on, requested),
      requested,
      agent: on.campaign.agents[requested.id] ?? { id: requested.agent, version: 'unknown' },
      observed,
      first_run: started[0] ?? null,
      last_run: started.at(-1) ?? null,
      runs: started.length,
    };
  });
}

/** What the methodology asks of every configuration, by its own names. */
function pinsOf({ campaign: { manifest, harness, machine } }: CampaignOnDisk, requested: Configuration): Omit<PublishedConfiguration, 'id' | 'requested' | 'agent' | 'observed' | 'first_run' | 'last_run' | 'runs'> {
  const { product, access, system_instructions, tools } = declaredOf(requested, manifest.providers);
  return {
    product, model_label: requested.model?.label ?? requested.manual?.model ?? null, access,
    memory: { feature: requested.memory.feature, services: requested.services ?? [] },
    system_instructions, tools,
    harness_version: harness.version ?? 'unknown', hardware_and_runtime: machine,
  };
}
