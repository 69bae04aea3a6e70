import { basename, join } from 'node:path';
import { EXAMPLE_PLAYER } from '../../agents/control/player.js';
import { formatPath } from '../../common/place.js';
import { secretFrom } from '../../protocol/battery/secret.js';
import { VARIANTS } from '../../protocol/battery/variants.js';
import { loadBattery } from '../../protocol/battery/load.js';
import { manifestSchema } from '../../protocol/manifest.js';
import { FULL, PRACTICE, refuseUnproven } from '../battery-cases.js';
import { controlAdapters } from '../../agents/control/adapter.js';
import { BUILTIN_SCENARIOS, loadScenario } from '../../scenario/load.js';
import { supportedProfiles } from '../../scenario/profiles.js';
import { planCampaign, type Plan, type PlannedRun } from '../plan.js';

export interface CalibrationOptions {
  /** A name of `fixtures/batteries/`, or a directory with a slash in it. */
  battery: string;
  /** The quarter whose variant is played; without it, the one that a manifest without a quarter runs. */
  quarter?: string | undefined;
  /** Only these tasks; all of them where none are named. */
  tasks?: readonly string[] | undefined;
  /** The continuity scenarios whose reading controls are run too; all built-in ones unless `tasks` are named, then none. */
  scenarios?: readonly string[] | undefined;
  /** Name of the environment variable with the secret of the quarter's variant. */
  secret_env?: string | undefined;
  /** Where relative directories start. */
  folder: string;
}

/**
 * The campaign that plays every example of every task once, each name of an example as a configuration of its own; the right one on each
 * task's ceiling too, and the one that remembers nothing on its floor. Beside them the reading controls, in every profile of the scenarios.
 * @throws UserError for a battery that is not there, does not load or is not proven
 */
export async function planCalibration({ battery, quarter, tasks, scenarios = tasks === undefined ? BUILTIN_SCENARIOS : [], secret_env, folder }: CalibrationOptions): Promise<Plan> {
  const loaded = await loadBattery(battery, { quarter: quarter ?? PRACTICE, secret: secretFrom(secret_env, process.env, '--secret-env'), only: tasks });
  refuseUnproven(loaded);
  const examples = [...new Set(loaded.tasks.flatMap((task) => Object.keys(task.examples)))].sort();
  const manifest = manifestSchema.parse({
    campaign: `calibrate-${basename(loaded.id)}`,
    runs: 1,
    order: { policy: 'sequential' },
    ...(quarter !== undefined && { quarter }),
    battery: { use: battery, profiles: [...VARIANTS], ...(tasks && { tasks }), ...(secret_env !== undefined && { secret_env }) },
    tasks: await Promise.all(scenarios.map(async (name) => ({ scenario: name, profiles: supportedProfiles((await loadScenario({ name })).scenario) }))),
    configurations: [
      ...examples.map((example) => ({ id: example, agent: EXAMPLE_PLAYER, example })),
      ...(scenarios.length === 0 ? [] : controlAdapters.map(({ id }) => ({ id: id.replace('control/', 'control-'), agent: id }))),
    ],
  });
  const plan = await planCampaign({ manifest, file: join(folder, 'calibration'), place: (path) => `calibration of ${battery} ${formatPath(path)}`.trimEnd() });
  return { ...plan, runs: plan.runs.filter(belongs) };
}

/** Controls read scenarios, examples play tasks; of a variant only the example that it is made for. */
function belongs({ configuration: { agent, example = '' }, case: { about, profile } }: PlannedRun): boolean {
  if (about.kind === 'scenario') return agent !== EXAMPLE_PLAYER;
  const made: Readonly<Record<string, string>> = { ceiling: 'right', floor: 'absent' };
  return agent === EXAMPLE_PLAYER && (profile === FULL || made[profile] === example);
}
