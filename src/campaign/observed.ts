import { readAttemptRecord, type AttemptRecord } from '../trial/attempt-record.js';
import type { CampaignOnDisk } from './read-campaign.js';

/** Values that were seen in the attempts of a configuration that count, whatever was asked for: each once, sorted. */
export type Observed = Record<'agent_versions' | 'models' | 'wire_witness' | 'sandboxes' | 'images' | 'modes', string[]>;

/** What was seen of a configuration. */
export interface ObservedConfiguration {
  observed: Observed;
  /** When its attempts that count began, ISO 8601, sorted. */
  started: string[];
}

/** By configuration; those without an attempt that counts have nothing. A record that cannot be read is passed over: `verify` names it. */
export async function observedOf(on: Pick<CampaignOnDisk, 'dir' | 'results'>): Promise<(configuration: string) => ObservedConfiguration> {
  const records = (await Promise.all(on.results.map(({ trial, attempt }) => readAttemptRecord(on.dir, trial, attempt).catch(() => undefined)))).filter((record) => record !== undefined);
  return (configuration) => {
    const own = records.filter((record) => record.configuration === configuration);
    const seen = (of: (record: AttemptRecord) => string | null): string[] => [...new Set(own.flatMap((record) => of(record) ?? []))].sort();
    return {
      observed: {
        agent_versions: seen(({ agent_version }) => agent_version),
        models: seen(({ observed_model }) => observed_model),
        wire_witness: seen(({ wire_witness }) => wire_witness),
        sandboxes: seen(({ sandbox }) => `${sandbox.kind} (${sandbox.isolation})`),
        images: seen(({ sandbox }) => sandbox.image_digest),
        modes: seen(({ mode }) => mode),
      },
      started: own.map(({ started_at }) => started_at).sort(),
    };
  };
}
