import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/**
 * A process, named so that a reused process id is not mistaken for it: host, pid and the pid's start time.
 * Written on everything that must not outlive the harness (containers, temporary directories, locks).
 */
export interface Owner {
  host: string;
  pid: number;
  /** Start time in clock ticks since boot, from `/proc/<pid>/stat`; empty where there is no /proc. */
  started: string;
}

export const thisProcess = (): Owner => runningProcess(process.pid);

/** The process that has this id now. */
export const runningProcess = (pid: number): Owner => ({ host: hostname(), pid, started: startOf(pid) ?? '' });

export type Liveness = 'alive' | 'dead' | 'elsewhere';

/** Whether the owner still runs. Of an owner on another host nothing can be said. */
export function liveness(owner: Owner): Liveness {
  if (owner.host !== hostname()) return 'elsewhere';
  if (owner.started !== '') return startOf(owner.pid) === owner.started ? 'alive' : 'dead';
  try {
    process.kill(owner.pid, 0);
    return 'alive';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? 'alive' : 'dead';
  }
}

export const formatOwner = (owner: Owner): string => `${owner.host}:${String(owner.pid)}:${owner.started}`;

export function parseOwner(text: string): Owner | undefined {
  const match = /^(.*):(\d+):(\d*)$/.exec(text);
  return match ? { host: match[1] ?? '', pid: Number(match[2]), started: match[3] ?? '' } : undefined;
}

function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
    const afterName = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return afterName[0] === 'Z' ? undefined : afterName[19];
  } catch {
    return undefined;
  }
}
