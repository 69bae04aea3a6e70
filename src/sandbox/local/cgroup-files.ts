import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Limits } from '../sandbox.js';

/** What a control group can limit. */
export type Controller = 'memory' | 'pids' | 'cpu';

/** A directory in which control groups of a sandbox can be made, and what it can limit. */
export interface Hierarchy {
  dir: string;
  version: 1 | 2;
  controllers: Controller[];
}

const PERIOD_US = 100_000;

/** Values per file for these limits; a file that this kernel does not have (swap accounting) is passed over. */
function valuesOf({ version, controllers }: Hierarchy, limits: Limits): Record<string, string> {
  const memory = String(limits.memory_mb * 1024 * 1024);
  const quota = String(Math.round(limits.cpus * PERIOD_US));
  const pids = { 'pids.max': String(limits.pids) };
  const all: Record<Controller, Record<string, string>> =
    version === 2
      ? { memory: { 'memory.max': memory, 'memory.swap.max': '0' }, cpu: { 'cpu.max': `${quota} ${String(PERIOD_US)}` }, pids }
      : {
          memory: { 'memory.limit_in_bytes': memory, 'memory.memsw.limit_in_bytes': memory },
          cpu: { 'cpu.cfs_period_us': String(PERIOD_US), 'cpu.cfs_quota_us': quota },
          pids,
        };
  return Object.assign({}, ...controllers.map((one) => all[one])) as Record<string, string>;
}

/** Writes the limits into a group's files. */
export function limitGroup(group: string, hierarchy: Hierarchy, limits: Limits): void {
  for (const [file, value] of Object.entries(valuesOf(hierarchy, limits)))
    if (existsSync(join(group, file))) writeFileSync(join(group, file), value);
}

/** How many processes of a group the kernel has ended for want of memory. */
export function oomKills(group: string): number {
  for (const file of ['memory.events', 'memory.oom_control']) {
    const count = /^oom_kill (\d+)$/m.exec(readOr(join(group, file)))?.[1];
    if (count !== undefined) return Number(count);
  }
  return 0;
}

export function readOr(path: string, otherwise = ''): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return otherwise;
  }
}
