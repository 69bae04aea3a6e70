import { dirname, resolve } from 'node:path';
import { UserError } from '../common/errors.js';
import type { Place } from '../common/place.js';
import { loadBattery } from '../protocol/battery/load.js';
import { unproven } from '../protocol/battery/prove.js';
import { wholeSelection } from '../protocol/battery/selection.js';
import { secretFrom } from '../protocol/battery/secret.js';
import { laidBefore, probeOf, type Battery, type Task } from '../protocol/battery/task.js';
import { asVariant } from '../protocol/battery/variants.js';
import { taskText } from '../protocol/battery/task-text.js';
import type { Manifest } from '../protocol/manifest.js';
import type { PlannedCase, PlannedConfiguration } from './plan.js';
import type { AskedSession } from './sessions.js';

/** The profile of a battery's tasks as they are; see the variants of docs/battery.md. */
export const FULL = 'full';

/** The variant of a battery that is run where a manifest names no quarter. */
export const PRACTICE = 'practice';

export interface BatteryRequest {
  /** The manifest's path, where a relative directory starts. */
  file: string;
  place: Place;
  configurations: readonly PlannedConfiguration[];
  /** Tasks that the manifest has already. */
  taken: readonly string[];
}

/**
 * The tasks of a manifest's battery that it selects.
 * @throws UserError for a battery that is not there, is not proven, or of which nothing is selected, and for configurations that have no workspace
 */
export async function batteryCases({ battery: selection = '', quarter = PRACTICE }: Pick<Manifest, 'battery' | 'quarter'>, { file, place, configurations, taken }: BatteryRequest): Promise<PlannedCase[]> {
  const { use, tasks, categories, profiles, secret_env, resets } = wholeSelection(selection);
  const keys = typeof selection === 'string' ? ['battery'] : ['battery', 'use'];
  refuseWithoutFiles(configurations, place);
  const battery = await loadBattery(referenceFrom(use, file), { quarter, secret: secretFrom(secret_env, process.env, place([...keys.slice(0, 1), 'secret_env'])), only: tasks }).catch((error: unknown) => {
    if (!(error instanceof UserError) || error.code !== 'CLEANSLATE_BATTERY_UNKNOWN') throw error;
    throw new UserError(error.code, error.message, { where: place(error.where === undefined ? keys : ['battery', 'tasks']), hint: error.hint ?? 'the tasks of a battery are listed in its battery.yaml', cause: error });
  });
  const chosen = battery.tasks.filter(({ category }) => categories === undefined || categories.includes(category));
  const fail = (path: PropertyKey[], message: string, hint: string): UserError => new UserError('CLEANSLATE_BATTERY_SELECTION', message, { where: place(path), hint });
  if (chosen.length === 0) throw fail(['battery', 'categories'], `no selected task is in the category ${categories?.join(' or ') ?? ''}`, 'select other tasks or categories');
  const twice = chosen.find(({ id }) => taken.includes(id));
  if (twice) throw fail(keys, `its task \`${twice.id}\` has the name of a task of the manifest`, 'give that one an `id` of its own');
  refuseUnproven({ ...battery, tasks: chosen });
  return chosen.flatMap((task) => profiles.map((profile): PlannedCase => {
    const own = asVariant(task, profile);
    const asked = { sessions: askedOf(own), prompt: probeOf(own) };
    return { task: task.id, profile, place: place(keys), about: { kind: 'battery', protocol: battery.protocol, category: task.category, task: own, text: taskText(task) }, resets, asked: { workspace: asked, prompt: asked } };
  }));
}

/** The sessions of a task as they are asked. */
export const askedOf = ({ sessions }: Pick<Task, 'sessions'>): AskedSession[] =>
  sessions.map(({ turns }, index) => {
    const laid = laidBefore(sessions, index + 1);
    return { resets: undefined, conversation: 'new', warmup: [], turns: [...turns], ...(laid.size > 0 && { laid }) };
  });

const referenceFrom = (use: string, file: string): string => (use.includes('/') || use.startsWith('.') ? resolve(dirname(file), use) : use);

/** What nobody has proven both ways must score nobody (docs/battery.md, "Points"). @throws UserError CLEANSLATE_BATTERY_UNPROVEN */
export function refuseUnproven({ id, tasks }: Pick<Battery, 'id' | 'tasks'>): void {
  const faults = tasks.flatMap(unproven);
  if (faults.length === 0) return;
  throw new UserError('CLEANSLATE_BATTERY_UNPROVEN', `is not proven: ${faults.join('; ')}`, { where: `battery ${id}`, hint: 'correct the check, or the example in key.yaml; see docs/battery.md' });
}

/** The checks look at files and tool calls: a prompt alone has neither. */
function refuseWithoutFiles(configurations: readonly PlannedConfiguration[], place: Place): void {
  const index = configurations.findIndex(({ adapter, mode }) => adapter.outside !== undefined || mode === 'prompt');
  const unfit = configurations[index];
  if (!unfit) return;
  throw new UserError('CLEANSLATE_BATTERY_WORKSPACE', `configuration \`${unfit.configuration.id}\` has no workspace, and the tasks of a battery are done in one`, {
    where: place(['configurations', index]),
    hint: 'use an agent in a sandbox with `mode: workspace`, or run the battery in a campaign of its own',
  });
}
