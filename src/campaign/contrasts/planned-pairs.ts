import { DEFAULT_CONTRASTS } from '../../protocol/contrasts.js';
import type { CampaignOnDisk } from '../read-campaign.js';
import { isBatteryTask } from '../read-task.js';
import { partsOf, rowKey } from '../trial-id.js';

/** One side of a contrast. */
export interface Side {
  configuration: string;
  profile: string;
}

/** Two sides, alike in configuration or in profile, and the tasks of one kind that both are to do. */
export interface PlannedPair {
  a: Side;
  b: Side;
  tasks: string[];
}

/** The pairs that the manifest plans: those it names, else every two profiles of each configuration. Pairs without a common task are none. */
export function plannedPairs(campaign: CampaignOnDisk['campaign']): PlannedPair[] {
  const { manifest, trials } = campaign;
  const { profiles, configurations } = manifest.contrasts ?? DEFAULT_CONTRASTS;
  const planned = new Set(trials.map((id) => rowKey(partsOf(id))));
  const names = { configuration: unique(trials, 'configuration'), task: unique(trials, 'task'), profile: unique(trials, 'profile') };
  const ofBattery = (task: string): boolean => isBatteryTask({ campaign }, task);
  const pairOf = (a: Side, b: Side): PlannedPair[] => {
    const common = names.task.filter((task) => [a, b].every(({ configuration, profile }) => planned.has(rowKey({ configuration, task, profile }))));
    return [common.filter((task) => !ofBattery(task)), common.filter(ofBattery)].filter((tasks) => tasks.length > 0).map((tasks) => ({ a, b, tasks }));
  };
  return [
    ...names.configuration.flatMap((configuration) => (profiles ?? everyTwo(names.profile)).flatMap(([a, b]) => pairOf({ configuration, profile: a }, { configuration, profile: b }))),
    ...configurations.flatMap(([a, b]) => names.profile.flatMap((profile) => pairOf({ configuration: a, profile }, { configuration: b, profile }))),
  ];
}

const unique = (trials: readonly string[], part: 'configuration' | 'task' | 'profile'): string[] => [...new Set(trials.map((id) => partsOf(id)[part]))].sort();

const everyTwo = (names: readonly string[]): [string, string][] => names.flatMap((a, index) => names.slice(index + 1).map((b): [string, string] => [a, b]));
