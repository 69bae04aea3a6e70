import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Names the directory of a whole run of the tests, in the environment of all its processes. */
const VARIABLE = 'CLEANSLATE_TEST_RUN';

/** Set where something was left: a failure of the run that belongs to no test. */
export const LEFTOVERS = 'CLEANSLATE_TEST_LEFTOVERS';

/** `pids/`: a file for every process that may own sandboxes; `tmp/`: the temp directory of all of them. */
export interface TestRun {
  dir: string;
  tmp: string;
}

/** Gives this run a temp directory of its own; every process that is started from now on uses it. */
export function beginRun(dir: string): TestRun {
  const tmp = join(dir, 'tmp');
  mkdirSync(tmp);
  mkdirSync(join(dir, 'pids'));
  process.env[VARIABLE] = dir;
  process.env['TMPDIR'] = tmp;
  return { dir, tmp };
}

/** Notes a process of this run. */
export function register(pid: number | undefined): void {
  const dir = process.env[VARIABLE];
  if (dir !== undefined && pid !== undefined) writeFileSync(join(dir, 'pids', String(pid)), '');
}

export const registered = ({ dir }: TestRun): Set<number> => new Set(readdirSync(join(dir, 'pids')).map(Number));

/** The environment entry by which a process of this run is known. */
export const markOf = ({ dir }: TestRun): string => `${VARIABLE}=${dir}`;

export const endRun = ({ dir }: TestRun): void => { rmSync(dir, { recursive: true, force: true }); };
