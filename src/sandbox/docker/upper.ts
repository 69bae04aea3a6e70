import { type BigIntStats, constants, lstatSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { HarnessError } from '../../common/errors.js';
import { type Entry, sortEntries } from '../../common/inventory.js';
import { beneath } from '../beneath.js';
import type { Identities } from '../identity.js';
import { readTar } from '../tar-read.js';
import { walk, type WalkRoot } from '../walk.js';
import { isBelow, isWithin } from '../../common/paths.js';

/** A container's writable layer, where it can be read on this machine. */
export interface Layer {
  /** Its directory. */
  upper: string;
  /** What the image has below the parent of all state, that one included. */
  image: Entry[];
}

/** Where the writable layer of a container lies on this machine. */
const rootOf = (upper: string): WalkRoot => ({ path: '/', dir: Buffer.from(upper) });

/** Whether we may read the directory. That it is this engine's is sure: its name holds 256 random bits. */
export const isReadable = (upper: string): Promise<boolean> =>
  access(upper, constants.R_OK | constants.X_OK).then(
    () => true,
    () => false,
  );

/**
 * Whether the writable layer shows all there is below the roots. It does where the image has nothing there but empty directories
 * right below a root: those can be told apart from deleted ones by overlay's whiteouts. A directory that was removed and made anew hides
 * what the image has in it by an attribute that Node cannot read; so a root that the agent may replace must be empty in the image.
 */
export function isComplete(image: readonly Entry[], roots: readonly string[]): boolean {
  const byPath = new Map(image.map((entry) => [entry.path, entry]));
  return roots.every((root) => {
    const below = image.filter(({ path }) => isBelow(path, root));
    if (below.length === 0) return true;
    const areLeaves = below.every(({ path, type }) => type === 'directory' && !path.slice(root.length + 1).includes('/'));
    return areLeaves && belongsToRoot(byPath.get(root.slice(0, root.lastIndexOf('/')) || '/'));
  });
}

const belongsToRoot = (entry: Entry | undefined): boolean =>
  entry?.uid === 0 && (Number.parseInt(entry.mode, 8) & 0o022) === 0;

/** Everything below the roots: the writable layer over the image's directories. Costs what changed, not what exists. */
export async function upperEntries(
  upper: string,
  image: readonly Entry[],
  roots: readonly string[],
  since: Identities | undefined,
): Promise<{ entries: Entry[]; identities: Identities }> {
  const isWanted = (path: string): boolean => roots.some((root) => isBelow(path, root));
  const lower = image.filter(({ path }) => isWanted(path));
  const hidesLower = new Set(lower.flatMap(({ path }) => ancestry(path)));
  const hidden = new Set<string>();
  const visit = (path: string, _real: Buffer, stats: BigIntStats): boolean => {
    if (!stats.isDirectory() && hidesLower.has(path)) hidden.add(path);
    // Sockets are not in an engine's archives (archive.ts), so not here either.
    if (isWhiteout(stats) || stats.isSocket()) return false;
    return isWanted(path) || roots.some((root) => isWithin(root, path));
  };
  const { entries, identities } = await walk([rootOf(upper)], { since, visit });
  const all = new Map(lower.map((entry) => [entry.path, entry]));
  for (const { path } of lower) if (ancestry(path).some((above) => hidden.has(above))) all.delete(path);
  for (const entry of entries) if (isWanted(entry.path)) all.set(entry.path, entry);
  return { entries: sortEntries([...all.values()]), identities };
}

/** `/a/b/c` → `/a`, `/a/b`, `/a/b/c`. */
function ancestry(path: string): string[] {
  const names = path.split('/').slice(1);
  return names.map((_, at) => `/${names.slice(0, at + 1).join('/')}`);
}

/** Overlay's mark for "the lower layer's file of this name is deleted". */
const isWhiteout = (stats: BigIntStats): boolean => stats.isCharacterDevice() && stats.rdev === 0n;

/** A tar of these files of the writable layer; errors and names as in tar-read.ts. No link is followed on the way to one. */
export function readUpper(upper: string, paths: readonly string[]): Readable {
  const gone = paths.find((path) => {
    const real = beneath([rootOf(upper)], path);
    const stats = real && lstatSync(real, { bigint: true, throwIfNoEntry: false });
    return stats !== undefined && isWhiteout(stats);
  });
  if (gone === undefined) return readTar([rootOf(upper)], paths);
  const failed = new Readable({ read: () => undefined });
  failed.destroy(new HarnessError('CLEANSLATE_NO_SUCH_FILE', `there is no ${gone} in the sandbox`));
  return failed;
}
