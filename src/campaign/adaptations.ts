import { adaptationsIn } from '../trial/by-hand/adaptations.js';
import { modeOf } from './modes.js';
import type { CampaignOnDisk } from './read-campaign.js';

/** How a configuration was asked otherwise than the others: what the manifest declares, and what follows from how it is driven. */
export interface ShownAdaptation {
  configuration: string;
  id: string;
  why: string;
  /** Text around every prompt; null where there is none. */
  before: string | null;
  after: string | null;
  /** Documents that stand under another name too. */
  documents: readonly { document: string; as: string }[];
}

/** Every adaptation of a campaign, in the order of its configurations: they stand beside the results. */
export function adaptationsOf({ campaign: { manifest } }: Pick<CampaignOnDisk, 'campaign'>): ShownAdaptation[] {
  return manifest.configurations.flatMap((configuration) => {
    const { id, agent, adaptations = [] } = configuration;
    const plain = (name: string, why: string): ShownAdaptation => ({ configuration: id, id: name, why, before: null, after: null, documents: [] });
    const mode = modeOf(configuration, manifest);
    return [
      ...adaptations.map(({ id: name, why, before = null, after = null, documents = [] }) => ({ configuration: id, id: name, why, before, after, documents })),
      ...(mode === manifest.mode ? [] : [plain(`mode-${mode}`, `asked in mode ${mode}, the campaign in mode ${manifest.mode}`)]),
      ...(agent === 'manual' ? adaptationsIn(mode).map(({ id: name, means }) => plain(name, means)) : []),
    ];
  });
}
