import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { HarnessError } from '../../common/errors.js';
import { isWithin } from '../../common/paths.js';
import type { Confinement } from './confinement.js';
import { dropping, environed, joining, limiting, SETPRIV } from './links.js';
import { allProcesses, childrenOf, end, markOf, poll, type ProcessMark, runs } from './processes.js';
import { realPath } from './real-path.js';

const END_MS = 10_000;
/** A process that forks while it is being ended may be missed once, not this often in a row. */
const CALM_ROUNDS = 3;

/**
 * No isolation, and no namespace either. Processes are found by what shows that they are of the sandbox: descent, or
 * its directory in their environment, working directory, program, open files or mount table. One that sheds all of these on purpose
 * is not found, which is why only control agents may run here unless the user says otherwise.
 */
export const plain = (node: string): Confinement => ({
  isolation: 'none',
  processes: 'search of /proc',
  ownUsers: false,
  inside: (tree, path) => realPath(tree, node, path),
  first: (box, program) => ({
    argv: [
      ...joining(box.cgroups),
      ...dropping(box.user),
      ...[SETPRIV, '--pdeathsig', 'KILL', '--'],
      ...(box.cgroups.length === 0 ? limiting(box.limits, false) : []),
      ...environed(program.env, program.cwd),
      ...program.argv,
    ],
    env: {},
    cwd: '/',
  }),
  beside: (box, program, outer) => {
    if (!runs(outer)) throw new HarnessError('CLEANSLATE_SANDBOX_LOST', 'the sandbox has ended: nothing can be started in it any more');
    return Promise.resolve(plain(node).first(box, program));
  },
  endAll: (box, outer) => endMarked(box.tree.dir, outer),
});

/** Ends what bears the mark of `dir`, and `outer` (undefined for one that is long gone) with its descendants. */
export async function endMarked(dir: string, outer: ProcessMark | undefined): Promise<void> {
  let calm = 0;
  const ended = await poll(() => {
    const found = [...descendants(outer), ...allProcesses().filter((pid) => isMarked(pid, dir)).map(markOf)].filter(
      (one) => one !== undefined && runs(one),
    );
    for (const one of found) if (one !== undefined) end(one);
    calm = found.length === 0 ? calm + 1 : 0;
    return calm >= CALM_ROUNDS;
  }, END_MS);
  if (!ended) throw new HarnessError('CLEANSLATE_SANDBOX_ALIVE', `processes of ${dir} do not end`);
}

function descendants(of: ProcessMark | undefined): (ProcessMark | undefined)[] {
  if (of === undefined || !runs(of)) return [];
  return [of, ...childrenOf(of.pid).flatMap((pid) => descendants(markOf(pid)))];
}

function isMarked(pid: number, dir: string): boolean {
  if (pid === process.pid) return false;
  const own = `/proc/${String(pid)}`;
  const below = (target: string): boolean => isWithin(target, dir);
  const links = ['cwd', 'exe', 'root', ...quietly(() => readdirSync(`${own}/fd`), []).map((fd) => `fd/${fd}`)];
  return (
    links.some((name) => below(quietly(() => readlinkSync(`${own}/${name}`), ''))) ||
    quietly(() => readFileSync(`${own}/environ`, 'utf8'), '').includes(`=${dir}/`) ||
    // A mount table shows paths from the root of their file system, of which the last two parts are ours.
    quietly(() => readFileSync(`${own}/mountinfo`, 'utf8'), '').includes(`/${basename(dirname(dir))}/${basename(dir)}/`)
  );
}

/** Processes end while we look at them, and those of other users are none of ours. */
function quietly<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
