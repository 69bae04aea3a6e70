import { basename, join } from 'node:path';
import { EXAMPLE_PLAYER } from '../../agents/control/player.js';
import { formatPath } from '../../common/place.js';
import { loadBattery } from '../../protocol/battery/load.js';
import { manifestSchema } from '../../protocol/manifest.js';
import { PRACTICE, refuseUnproven } from '../battery-cases.js';
import { planCampaign, type Plan } from '../plan.js';

export interface CalibrationOptions {
  /** A name of `fixtures/batteries/`, or a directory with a slash in it. */
  battery: string;
  /** The quarter whose variant is played; without it, the one that a manifest without a quarter runs. */
  quarter?: string | undefined;
  /** Only these tasks; all of them where none are named. */
  tasks?: readonly string[] | undefined;
  /** Where relative directories start. */
  folder: string;
}

/**
 * The campaign that plays every example of every task once, each name of an example as a configuration of its own.
 * @throws UserError for a battery that is not there, does not load or is not proven
 */
export async function planCalibration({ battery, quarter, tasks, folder }: CalibrationOptions): Promise<Plan> {
  const loaded = await loadBattery(battery, { quarter: quarter ?? PRACTICE, only: tasks });
  refuseUnproven(loaded);
  const examples = [...new Set(loaded.tasks.flatMap((task) => Object.keys(task.examples)))].sort();
  const manifest = manifestSchema.parse({
    campaign: `calibrate-${basename(loaded.id)}`,
    runs: 1,
    order: { policy: 'sequential' },
    ...(quarter !== undefined && { quarter }),
    battery: { use: battery, ...(tasks && { tasks }) },
    configurations: examples.map((example) => ({ id: example, agent: EXAMPLE_PLAYER, example })),
  });
  return planCampaign({ manifest, file: join(folder, 'calibration'), place: (path) => `calibration of ${battery} ${formatPath(path)}`.trimEnd() });
}
