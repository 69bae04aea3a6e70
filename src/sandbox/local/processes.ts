import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** Process ids of a process's children. */
export function childrenOf(pid: number): number[] {
  const listed = textOf(`/proc/${String(pid)}/task/${String(pid)}/children`);
  if (listed !== undefined) return listed.split(' ').filter(Boolean).map(Number);
  // A kernel without CONFIG_PROC_CHILDREN, or a process that is gone: then nobody has it as parent either.
  return allProcesses().filter((one) => statOf(one)?.parent === pid);
}

export const allProcesses = (): number[] => readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number);

/** A process and its start time: a process id that was given to another process does not count as this one. */
export interface ProcessMark {
  pid: number;
  started: string;
}

export function markOf(pid: number): ProcessMark | undefined {
  const stat = statOf(pid);
  return stat && { pid, started: stat.started };
}

/** Whether it still runs. A zombie has ended. */
export function runs({ pid, started }: ProcessMark): boolean {
  const stat = statOf(pid);
  return stat !== undefined && stat.started === started && stat.state !== 'Z';
}

/** Ends a process if it is there; a process id is never taken for another process's. */
export function end(mark: ProcessMark): void {
  if (!runs(mark)) return;
  try {
    process.kill(mark.pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Asks until `condition` gives something, at most `limit_ms`; then undefined. */
export async function poll<T>(condition: () => T | undefined | false, limit_ms: number): Promise<T | undefined> {
  const end = performance.now() + limit_ms;
  for (let pause = 1; ; pause = Math.min(pause * 2, 20)) {
    const result = condition();
    if (result !== undefined && result !== false) return result;
    if (performance.now() >= end) return undefined;
    await wait(pause);
  }
}

function statOf(pid: number): { state: string; parent: number; started: string } | undefined {
  const stat = textOf(`/proc/${String(pid)}/stat`);
  if (stat === undefined) return undefined;
  // The name of the program stands in parentheses and may hold anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0] ?? '', parent: Number(fields[1]), started: fields[19] ?? '' };
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
