import type { Readable } from 'node:stream';
import { posix } from 'node:path';
import { pack } from 'tar-stream';
import type { AgentAdapter, StateClass } from '../../agents/adapter.js';
import { absolutePattern } from '../../agents/state-table.js';
import { STATE_CLASSES } from '../../common/state-classes.js';
import type { Inventory } from '../../common/inventory.js';
import { ancestors, isBelow } from '../../common/paths.js';
import { HOME, USER, WORKSPACE } from '../../sandbox/layout.js';
import type { Sandbox } from '../../sandbox/sandbox.js';
import { newCanary } from './canary.js';
import { STATE_ROOTS } from '../context.js';
import { stateClassOf } from './state-class.js';
import type { WholeReset } from '../../protocol/resets.js';

/** A canary that an attempt left, as attempt.json names it. */
export interface PlantedCanary {
  session: number;
  class: StateClass;
  path: string;
  nonce: string;
}

export interface Ended {
  sandbox: Sandbox;
  after: Inventory;
  adapter: Pick<AgentAdapter, 'state'>;
  /** `<campaign>/<trial>/attempt-<n>` */
  attempt: string;
  session: number;
  /** Which classes the sandbox has state of; by default all. */
  classes?: readonly StateClass[];
}

/**
 * Leaves a canary in each class of an ended session's state that the next one is not given, in the sandbox that is about to
 * be destroyed. Should any of it reach a later attempt, that one will say so.
 * @param next what happens to the state before the next session; null after the last one: all of it is cleared
 */
export async function plantCanaries({ sandbox, after, adapter, attempt, session, classes = STATE_CLASSES }: Ended, next: WholeReset | null): Promise<PlantedCanary[]> {
  const canaries = classes.filter((name) => next?.[name] !== 'declared').flatMap((name): PlantedCanary[] => {
    const path = placeFor(name, adapter, after);
    return path === undefined ? [] : [{ session, class: name, path, nonce: newCanary({ attempt, session, class: name }) }];
  });
  if (canaries.length > 0) await sandbox.plant(tarOf(canaries));
  return canaries;
}

/** A path of this class that is free or a file's, below directories only; undefined where the table has none. */
function placeFor(name: StateClass, adapter: Pick<AgentAdapter, 'state'>, { entries }: Inventory): string | undefined {
  const there = new Map(entries.map((entry) => [entry.path, entry.type]));
  const fits = (path: string): boolean =>
    STATE_ROOTS.some((root) => isBelow(path, root)) && stateClassOf(path, adapter) === name && (there.get(path) ?? 'file') === 'file' && ancestors(path).every((parent) => (there.get(parent) ?? 'directory') === 'directory');
  const patterns = adapter.state.filter((entry) => entry.class === name).map(({ pattern }) => absolutePattern(pattern, { home: HOME, workspace: WORKSPACE }));
  return [...patterns.map(concrete), ...(name === 'workspace' ? [`${WORKSPACE}/notes.txt`] : [])].find(fits);
}

/** One path that a glob stands for. */
const concrete = (pattern: string): string =>
  posix.normalize(pattern.replaceAll(/\{([^,}]*)[^}]*\}/g, (_, first: string) => (first === '' ? '' : first)).replaceAll('**', 'kept.md').replaceAll('*', 'kept').replaceAll(/[?[\]!()]/g, 'k'));

function tarOf(canaries: readonly PlantedCanary[]): Readable {
  const tar = pack();
  for (const { path, nonce } of canaries) tar.entry({ name: path.slice(1), mode: 0o600, uid: USER.uid, gid: USER.gid }, `${nonce}\n`);
  tar.finalize();
  return tar as unknown as Readable;
}
