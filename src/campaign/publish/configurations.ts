import type { Configuration } from '../../protocol/manifest.js';
import { readAttemptRecord, type AttemptRecord } from '../../trial/attempt-record.js';
import type { CampaignOnDisk } from '../read-campaign.js';

/** A configuration as it was asked for, and as it was seen in the runs that count (methodology, "Pin every tested configuration"). */
export interface PublishedConfiguration {
  id: string;
  /** The manifest's own, defaults filled in. */
  requested: Configuration;
  agent: { id: string; version: string };
  /** Each value that was seen, sorted: more than one is a change in the middle of a campaign. */
  observed: Record<'agent_versions' | 'models' | 'wire_witness' | 'sandboxes' | 'images' | 'modes', string[]>;
  /** Of the attempts that count, ISO 8601. */
  first_run: string | null;
  last_run: string | null;
  runs: number;
}

/** Every configuration of a campaign, in the manifest's order. */
export async function publishedConfigurations(on: CampaignOnDisk): Promise<PublishedConfiguration[]> {
  const records = await Promise.all(on.results.map(({ trial, attempt }) => readAttemptRecord(on.dir, trial, attempt)));
  return on.campaign.manifest.configurations.map((requested) => {
    const own = records.filter(({ configuration }) => configuration === requested.id);
    const times = own.map(({ started_at }) => started_at).sort();
    const seen = (of: (record: AttemptRecord) => string | null): string[] => [...new Set(own.flatMap((record) => of(record) ?? []))].sort();
    return {
      id: requested.id,
      requested,
      agent: on.campaign.agents[requested.id] ?? { id: requested.agent, version: 'unknown' },
      observed: {
        agent_versions: seen(({ agent_version }) => agent_version),
        models: seen(({ observed_model }) => observed_model),
        wire_witness: seen(({ wire_witness }) => wire_witness),
        sandboxes: seen(({ sandbox }) => `${sandbox.kind} (${sandbox.isolation})`),
        images: seen(({ sandbox }) => sandbox.image_digest),
        modes: seen(({ mode }) => mode),
      },
      first_run: times[0] ?? null,
      last_run: times.at(-1) ?? null,
      runs: own.length,
    };
  });
}
