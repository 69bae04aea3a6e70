import { lstatSync, readFileSync } from 'node:fs';
import type { Container } from 'dockerode';
import { ancestors } from '../../common/paths.js';
import { stateOf } from './fate.js';

/**
 * The directory of this machine that shows `path` as the running container's processes see it, through `/proc/<pid>/root`; undefined where the
 * container does not run, or not on this machine, or not for our eyes. (The engine's merged directory is of no use: an engine in a mount
 * namespace of its own mounts it there only.)
 */
export async function watchable(container: Container, path: string): Promise<string | undefined> {
  const state = await stateOf(container);
  if (state === undefined || !state.Running || state.Pid === 0) return undefined;
  const root = `/proc/${String(state.Pid)}`;
  try {
    // A remote engine's process ids mean other processes here.
    if (!readFileSync(`${root}/cgroup`, 'utf8').includes(container.id)) return undefined;
    // A link on the way would lead to a place of this machine.
    const isDirectory = [...ancestors(path), path].every((above) => lstatSync(`${root}/root${above}`).isDirectory());
    return isDirectory ? `${root}/root${path}` : undefined;
  } catch {
    return undefined;
  }
}

