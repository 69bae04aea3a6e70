import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { sha256 } from '../../common/digest.js';
import { UserError } from '../../common/errors.js';
import { inPackage } from '../../common/package-root.js';
import { Draw, quarterSeed } from './draw.js';
import { BATTERY_YAML, readTyped } from './read.js';
import { batterySchema } from './schema.js';
import { loadTask } from './load-task.js';
import type { Battery } from './task.js';

export interface BatteryOptions {
  /** The quarter whose variant is wanted, such as `2026-Q4`. */
  quarter: string;
  /** What keeps an unpublished variant from being made by others. */
  secret?: string | undefined;
  /** Only these tasks; all of them where none are named. */
  only?: readonly string[] | undefined;
}

/**
 * Reads a battery: a name of `fixtures/batteries/`, or a directory. Everything in it is checked first; whatever is wrong is said
 * with file, line, column and key.
 * @throws UserError CLEANSLATE_BATTERY_UNKNOWN, CLEANSLATE_BATTERY_UNREADABLE, CLEANSLATE_BATTERY_INVALID
 */
export async function loadBattery(reference: string, { quarter, secret, only }: BatteryOptions): Promise<Battery> {
  const folder = await folderOf(reference);
  const { data, place, fail } = await readTyped(join(folder, 'battery.yaml'), batterySchema, BATTERY_YAML);
  const twice = data.tasks.findIndex((id, at) => data.tasks.indexOf(id) !== at);
  if (twice !== -1) throw fail(place(['tasks', twice]), `task \`${data.tasks[twice] ?? ''}\` is listed twice`);
  const entries = await readdir(folder, { withFileTypes: true });
  const stray = entries.find((entry) => !entry.isDirectory() && entry.name !== 'battery.yaml' && !entry.name.startsWith('.'));
  if (stray !== undefined) throw new UserError('CLEANSLATE_BATTERY_INVALID', `the file \`${stray.name}\` belongs to no task`, { where: folder, hint: 'take it away; a battery holds battery.yaml and the folders of its tasks' });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const missing = data.tasks.findIndex((id) => !folders.includes(id));
  if (missing !== -1) throw fail(place(['tasks', missing]), `there is no folder \`${data.tasks[missing] ?? ''}\``);
  const unlisted = folders.find((name) => !data.tasks.includes(name));
  if (unlisted !== undefined) throw fail(place(['tasks']), `does not list the folder \`${unlisted}\``, 'list every task, or take its folder away');
  const wanted = only?.find((id) => !data.tasks.includes(id));
  if (wanted !== undefined) throw new UserError('CLEANSLATE_BATTERY_UNKNOWN', `there is no task \`${wanted}\``, { where: folder });

  const seed = quarterSeed(data.battery, quarter, secret);
  const draw = new Draw(seed);
  const ids = data.tasks.filter((id) => only === undefined || only.includes(id));
  const tasks = await Promise.all(ids.map((id) => loadTask(join(folder, id), id, data.settings, draw.for(id))));
  return { id: data.battery, title: data.title, protocol: data.protocol, seed_sha256: sha256(seed), tasks };
}

/** Names of the batteries that come with the program. */
export const builtinBatteries = async (): Promise<string[]> => (await readdir(inPackage('fixtures', 'batteries'))).sort();

async function folderOf(reference: string): Promise<string> {
  if (reference.includes('/') || reference.startsWith('.')) return resolve(reference);
  const known = await builtinBatteries();
  if (known.includes(reference)) return inPackage('fixtures', 'batteries', reference);
  throw new UserError('CLEANSLATE_BATTERY_UNKNOWN', `there is no battery \`${reference}\``, { hint: `give one of ${known.join(', ')}, or the path of a directory with a slash in it` });
}
