import type { Readable } from 'node:stream';
import { extract, pack, type Pack } from 'tar-stream';
import { pipeline } from 'node:stream/promises';
import type { StateClass } from '../../agents/adapter.js';
import { HarnessError } from '../../common/errors.js';
import type { Entry } from '../../common/inventory.js';
import { ancestors, decodePath } from '../../common/paths.js';
import type { AttemptStore } from '../../evidence/attempt.js';
import { WORKSPACE } from '../../sandbox/layout.js';
import type { Sandbox } from '../../sandbox/sandbox.js';
import type { PlannedSession } from '../planned.js';
import type { Kept } from '../states.js';
import { expectedState } from './expected.js';
import type { SessionSeed } from './session-seed.js';
import { stateClassOf } from './state-class.js';

/** A file, link or FIFO that a session left, and what it is to its agent. */
export interface LeftEntry extends Entry {
  class?: StateClass;
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

/**
 * Decides by the adapter's table what of an ended session the next one is given, and keeps that in the campaign's material.
 * A class that is declared is as the session left it, deletions among it; one that is cleared is as at the beginning.
 */
export async function carryOver(kept: Kept, next: PlannedSession, session: number, first: SessionSeed, store: AttemptStore): Promise<Carried> {
  const { after, sandbox, trial } = kept;
  if (!after) throw new HarnessError('CLEANSLATE_SANDBOX_LOST', 'nothing can be carried out of a sandbox that somebody else removed');
  const stays = (path: string, type?: Entry['type']): boolean => {
    const name = stateClassOf(path, trial.adapter, type);
    return name !== undefined && next.resets[name] === 'declared';
  };
  const seeded = new Map((await expectedState(first, store.material)).state.map((entry) => [entry.path, entry]));
  const left = after.entries.filter((entry) => isLeaf(entry, after.entries)).map((entry): LeftEntry => withClass(entry, stateClassOf(entry.path, trial.adapter, entry.type)));
  const carried = left.filter(({ path, type }) => stays(path, type));
  const rest = left.filter((entry) => !stays(entry.path, entry.type) && !isSame(seeded.get(entry.path), entry));
  const again = new Set([WORKSPACE, ...[...seeded.keys()].filter((path) => !stays(path)).flatMap(ancestors)]);
  const without = [...seeded.keys()].filter((path) => stays(path) && !again.has(path));
  const digest = carried.length === 0 ? null : await store.keep(`session-${String(session)}/carried`, packCarried(carried, after.entries, sandbox));
  return {
    seed: { ...first, carried: digest, without },
    carried,
    cleared: rest.filter((entry) => entry.class !== undefined),
    undeclared: rest.filter((entry) => entry.class === undefined),
  };
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

/** A tar of what is carried: bytes and times as they were left, owners and modes as the inventory has them, the directories on the way first. */
function packCarried(carried: readonly LeftEntry[], all: readonly Entry[], sandbox: Sandbox): Readable {
  const target = pack();
  void fill(target, carried, all, sandbox).then(
    () => { target.finalize(); },
    (error: unknown) => { target.destroy(error as Error); },
  );
  return target as unknown as Readable;
}

async function fill(target: Pack, carried: readonly LeftEntry[], all: readonly Entry[], sandbox: Sandbox): Promise<void> {
  const wanted = new Map(carried.map((entry) => [entry.path, entry]));
  const above = new Set(carried.flatMap(({ path }) => ancestors(path)));
  for (const entry of all) if (entry.type === 'directory' && (above.has(entry.path) || wanted.has(entry.path))) target.entry({ ...headerOf(entry), type: 'directory' });
  const files = carried.filter(({ type }) => type !== 'directory');
  let missing = new Map(files.map((entry) => [entry.path, entry]));
  missing = await copy(target, missing, sandbox);
  // The further name of a file with several names comes without bytes: ask for it alone.
  for (const entry of [...missing.values()]) missing = await copy(target, new Map([[entry.path, entry]]), sandbox, missing);
  const [lost] = missing.keys();
  if (lost !== undefined) throw new HarnessError('CLEANSLATE_CARRY', 'cannot be carried into the next session: it did not come back', { where: lost });
}

/** Copies these files from the sandbox. Returns those that did not come back. */
async function copy(target: Pack, wanted: Map<string, LeftEntry>, sandbox: Sandbox, missing = new Map(wanted)): Promise<Map<string, LeftEntry>> {
  if (wanted.size === 0) return missing;
  const source = extract();
  const feeding = pipeline(await sandbox.read([...wanted.keys()]), source as unknown as NodeJS.WritableStream);
  feeding.catch(() => undefined);
  for await (const member of source) {
    const { header } = member;
    const entry = wanted.get(`/${header.name}`);
    if (entry === undefined || header.type === 'link') {
      member.resume();
      continue;
    }
    missing.delete(entry.path);
    const mtime = header.mtime ?? new Date(0);
    if (entry.type === 'file') await pipeline(member, target.entry({ ...headerOf(entry), mtime, type: 'file', size: entry.size }) as unknown as NodeJS.WritableStream);
    else {
      member.resume();
      target.entry({ ...headerOf(entry), mtime, type: entry.type === 'symlink' ? 'symlink' : 'fifo', ...(entry.link !== undefined && { linkname: named(entry.link, entry.path) }) });
    }
  }
  await feeding;
  return missing;
}

const headerOf = ({ path, mode, uid, gid }: Entry): { name: string; mode: number; uid: number; gid: number } => ({ name: named(path.slice(1), path), mode: Number.parseInt(mode, 8), uid, gid });

/** A name as text; tars of seeds have no way for names that are not UTF-8. */
function named(encoded: string, path: string): string {
  const bytes = decodePath(encoded);
  const text = bytes.toString('utf8');
  if (Buffer.from(text).equals(bytes)) return text;
  throw new HarnessError('CLEANSLATE_CARRY', 'cannot be carried into the next session: its name is not UTF-8', { where: path });
}
