import { mkdirSync, rmdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Controller, type Hierarchy, limitGroup, readOr } from './cgroup-files.js';
import { newId } from './tree.js';

const WANTED: readonly Controller[] = ['memory', 'pids', 'cpu'];

/** Where this process may make control groups that limit something: none, one (v2) or several (v1). */
export function findHierarchies(): Hierarchy[] {
  const mounts = readOr('/proc/self/mountinfo').split('\n').map(readMount);
  const found = mounts.flatMap((mount) => (mount === undefined ? [] : hierarchiesOf(mount)));
  // Both versions can be mounted, each with some of the controllers; each controller is only in one of them.
  return found.filter(works);
}

interface Mount {
  at: string;
  type: string;
  options: string[];
}

/** proc_pid_mountinfo(5): … mount point (5) … - type source super-options. */
function readMount(line: string): Mount | undefined {
  const [before = '', after = ''] = line.split(' - ');
  const [type = '', , options = ''] = after.split(' ');
  const at = before.split(' ')[4];
  return at === undefined || !type.startsWith('cgroup') ? undefined : { at, type, options: options.split(',') };
}

function hierarchiesOf({ at, type, options }: Mount): Hierarchy[] {
  if (type === 'cgroup2') {
    const controllers = WANTED.filter((one) => enable(at, one));
    return controllers.length === 0 ? [] : [{ dir: at, version: 2, controllers }];
  }
  const controllers = WANTED.filter((one) => options.includes(one));
  return controllers.map((one) => ({ dir: ownGroup(at, one), version: 1, controllers: [one] }));
}

/** Children of a v2 group have a controller only if the group says so. */
function enable(dir: string, controller: Controller): boolean {
  const enabled = (): boolean => readOr(join(dir, 'cgroup.subtree_control')).split(/\s+/).includes(controller);
  if (!readOr(join(dir, 'cgroup.controllers')).split(/\s+/).includes(controller)) return false;
  if (enabled()) return true;
  try {
    writeFileSync(join(dir, 'cgroup.subtree_control'), `+${controller}`);
  } catch {
    return false;
  }
  return enabled();
}

/** Below our own v1 group, so that what limits us limits the sandboxes too; the root where a container hides it. */
function ownGroup(mount: string, controller: string): string {
  const line = readOr('/proc/self/cgroup').split('\n').find((one) => one.split(':')[1]?.split(',').includes(controller));
  const own = join(mount, line?.split(':')[2] ?? '/');
  return statSync(own, { throwIfNoEntry: false })?.isDirectory() ? own : mount;
}

function works(hierarchy: Hierarchy): boolean {
  const probe = join(hierarchy.dir, newId());
  try {
    mkdirSync(probe);
    limitGroup(probe, hierarchy, { memory_mb: 64, cpus: 1, pids: 64 });
    return true;
  } catch {
    return false;
  } finally {
    try {
      rmdirSync(probe);
    } catch {
      // It was never made.
    }
  }
}
