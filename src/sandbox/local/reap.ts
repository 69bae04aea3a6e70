import { rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { formatOwner, liveness } from '../../common/owner.js';
import { ControlGroups } from './cgroup.js';
import { claims, unclaim } from './claims.js';
import { endMarked } from './plain.js';
import { end, markOf, poll } from './processes.js';
import { removeTree } from './remove-tree.js';
import { isPrograms } from './tree.js';

/**
 * Removes what dead harnesses left below a parent: processes, control groups, directories, claims, in this order, so
 * that a reaper that dies leaves work for the next one. Several may run at once. Returns one line for each sandbox.
 */
export async function reapTrees(parent: string): Promise<string[]> {
  const dead = claims(parent).filter(({ owner }) => liveness(owner) === 'dead');
  for (const { id } of dead) await removeSandbox(parent, id);
  return dead.filter(({ id }) => !isPrograms(id)).map(({ id, owner }) => `removed local sandbox ${id} of dead process ${formatOwner(owner)}`);
}

async function removeSandbox(parent: string, id: string): Promise<void> {
  const dir = join(parent, id);
  await endMarked(dir, undefined);
  const groups = ControlGroups.of(id);
  await poll(() => {
    const left = groups.processes.map(markOf);
    for (const one of left) if (one !== undefined) end(one);
    return left.length === 0;
  }, 5_000);
  await groups.remove();
  await removeTree(dir);
  unclaim(parent, id);
}

/** Removes the programs of a harness, and the parent itself where nobody else has anything in it. */
export async function leaveParent(parent: string, programs: string): Promise<void> {
  await removeTree(join(parent, programs));
  unclaim(parent, programs);
  try {
    rmdirSync(parent);
  } catch {
    // It is gone, or others are there: then it is theirs to remove.
  }
}
