import type { AgentAdapter, StateClass } from '../../agents/adapter.js';
import { HarnessError } from '../../common/errors.js';
import type { Entry, Inventory } from '../../common/inventory.js';
import { ancestors } from '../../common/paths.js';
import type { AttemptStore } from '../../evidence/attempt.js';
import type { Scrubber } from '../../gateway/redact/scrubber.js';
import { WORKSPACE } from '../../sandbox/layout.js';
import type { Sandbox } from '../../sandbox/sandbox.js';
import type { PlannedSession } from '../planned.js';
import { layingFor } from './laid.js';
import { expectedState } from './expected.js';
import type { SessionSeed } from './session-seed.js';
import { Packing } from './packing.js';
import { stateClassOf } from './state-class.js';

/** A file, link or FIFO that a session left, and what it is to its agent. */
export interface LeftEntry extends Entry {
  class?: StateClass;
  /** It held credentials: the next session is given it with masks in their place, and the digest is that of what it is given. */
  masked?: true;
}

/** What a session left, and what becomes of it in the next one. */
export interface Carried {
  seed: SessionSeed;
  /** Given to the next session, as it was left. */
  carried: LeftEntry[];
  /** New or changed, and not given to the next session. */
  cleared: LeftEntry[];
  /** Neither: what the agent's table does not know. Never carried. */
  undeclared: LeftEntry[];
}

/** What an ended session left in a sandbox, and whose table tells what it is. */
export interface Left {
  /** Undefined where it was lost. */
  after: Inventory | undefined;
  sandbox: Sandbox;
  adapter: Pick<AgentAdapter, 'state'>;
}

/**
 * Decides by the adapter's table what of an ended session the next one is given, and keeps that in the campaign's material.
 * A class that is declared is as the session left it, deletions among it; one that is cleared is as at the beginning. What the task itself
 * lays over the workspace comes last. Credentials in what is carried are masked by as many bytes, since it is evidence.
 * @param use what material.jsonl calls it: `session-2`, before `/carried`
 * @throws HarnessError CLEANSLATE_CARRY for what cannot be carried, CLEANSLATE_CARRY_CREDENTIAL where a credential cannot be masked: in a name, in packed bytes
 */
export async function carryOver({ after, sandbox, adapter }: Left, next: Pick<PlannedSession, 'resets' | 'laid'>, use: string, first: SessionSeed, { store, scrubber }: Keeping): Promise<Carried> {
  if (!after) throw new HarnessError('CLEANSLATE_SANDBOX_LOST', 'nothing can be carried out of a sandbox that somebody else removed');
  const isDeclared = (path: string, type?: Entry['type']): boolean => {
    const name = stateClassOf(path, adapter, type);
    return name !== undefined && next.resets[name] === 'declared';
  };
  const laying = await layingFor(next.laid, isDeclared);
  const stays = (path: string, type?: Entry['type']): boolean => isDeclared(path, type) && !laying.replaces(path, type);
  const seeded = new Map((await expectedState(first, store.material)).state.map((entry) => [entry.path, entry]));
  const left = after.entries.filter((entry) => isLeaf(entry, after.entries)).map((entry): LeftEntry => withClass(entry, stateClassOf(entry.path, adapter, entry.type)));
  const carried = left.filter(({ path, type }) => stays(path, type));
  const rest = left.filter((entry) => !stays(entry.path, entry.type) && !isSame(seeded.get(entry.path), entry) && !laying.isSame(entry));
  const again = new Set([WORKSPACE, ...[...seeded.keys()].filter((path) => !stays(path)).flatMap(ancestors)]);
  const without = [...seeded.keys()].filter((path) => laying.removes(path) || (stays(path) && !again.has(path)));
  const unhashed = carried.find(({ type, sha256 }) => type === 'file' && sha256 === undefined);
  if (unhashed) throw new HarnessError('CLEANSLATE_CARRY', `cannot be carried into the next session: ${String(unhashed.size)} bytes are more than are hashed`, { where: unhashed.path, hint: 'declare its class `cleared`, or have the agent keep less' });
  const packing = new Packing(sandbox, scrubber);
  const digest = carried.length === 0 ? null : await store.keep(`${use}/carried`, packing.tarOf(carried, after.entries));
  return {
    seed: { ...first, carried: digest, without, ...(laying.tar && { laid: await store.keep(`${use}/laid`, laying.tar) }) },
    carried: carried.map((entry) => packing.asPacked(entry)),
    cleared: rest.filter((entry) => entry.class !== undefined),
    undeclared: rest.filter((entry) => entry.class === undefined),
  };
}

interface Keeping {
  store: AttemptStore;
  scrubber: Scrubber;
}

const withClass = (entry: Entry, name: StateClass | undefined): LeftEntry => ({ ...entry, ...(name !== undefined && { class: name }) });

const isSame = (before: Entry | undefined, after: Entry): boolean =>
  before !== undefined && before.type === after.type && before.sha256 === after.sha256 && before.link === after.link && before.mode === after.mode;

/** Directories are carried with what is in them; an empty one is state of its own. Entries are sorted, so what is in one follows it. */
function isLeaf(entry: Entry, all: readonly Entry[]): boolean {
  return entry.type !== 'directory' || !hasChildren(all).has(entry.path);
}

const parents = new WeakMap<readonly Entry[], Set<string>>();

function hasChildren(all: readonly Entry[]): Set<string> {
  const known = parents.get(all) ?? new Set(all.map(({ path }) => path.slice(0, path.lastIndexOf('/'))));
  parents.set(all, known);
  return known;
}
