import { MOST_HASHED, type Entry, type Inventory } from '../common/inventory.js';
import { decodePath, encodePath, isWithin } from '../common/paths.js';
import { compareInventories, type Change } from './changes.js';

/** How much of what changed is kept. What is over a limit is in the record with its size and digest, and says which limit. */
export interface CaptureLimits {
  /** Larger files are kept as blobs, without a patch. */
  text_file_bytes: number;
  /** Files that get a patch, together, before and after. */
  text_total_bytes: number;
  blob_file_bytes: number;
  blob_total_bytes: number;
  /** Larger packed files are not looked into, and so not kept. */
  packed_file_bytes: number;
  /** Larger files are not even hashed; of the inventory, and the same everywhere. */
  hash_file_bytes: typeof MOST_HASHED;
}

export const DEFAULT_LIMITS: CaptureLimits = {
  text_file_bytes: 1 << 20,
  text_total_bytes: 32 << 20,
  blob_file_bytes: 256 << 20,
  blob_total_bytes: 1 << 30,
  packed_file_bytes: 64 << 20,
  hash_file_bytes: MOST_HASHED,
};

/** A change as it stands in changes.json. */
export interface RecordedChange extends Change {
  /** The patch file, beside changes.json, that holds this change. */
  text?: string;
  /** Digest of the bytes after, in `blobs/`. */
  blob?: string;
  /** What is kept of it, as text or blob, has credentials masked; the digests are those of the file. */
  masked?: true;
  /**
   * Why the bytes after are not kept: the limit that was reached, that they could not be read back, that they are of class `cache`; of
   * packed ones, that there is a `credential` in them, or that nobody can look (`closed`).
   */
  omitted?: keyof CaptureLimits | 'unreadable' | 'cache' | 'credential' | 'closed';
}

/** One folder of changes/: everything below one root. */
export interface Group {
  name: string;
  root: string;
  entries: Entry[];
  changes: RecordedChange[];
}

/** What to do with one changed file. `text` may still turn out not to be text. */
export interface Task {
  group: Group;
  change: RecordedChange;
  as: 'text' | 'blob';
}

/** Sorts entries and changes into roots; what is below none of them goes to `elsewhere`. */
export function groupChanges(roots: Readonly<Record<string, string>>, before: Inventory, after: Inventory): Group[] {
  const groups: Group[] = Object.entries(roots).map(([name, root]) => ({ name, root, entries: [], changes: [] }));
  const elsewhere: Group = { name: 'elsewhere', root: '/', entries: [], changes: [] };
  const groupOf = (path: string): Group => groups.find(({ root }) => isWithin(path, root)) ?? elsewhere;
  for (const entry of after.entries) groupOf(entry.path).entries.push(entry);
  for (const change of compareInventories(before, after)) groupOf(change.path).changes.push(change);
  return elsewhere.changes.length > 0 ? [...groups, elsewhere] : groups;
}

/**
 * Decides for every file whose bytes are new how they are kept, before anything is read:
 * so the result depends on the inventories alone and not on the order in which files come back.
 * @param isCache whether a path is only hashed: an agent's caches can be large and say nothing about what it remembers
 */
export function planReads(groups: readonly Group[], limits: CaptureLimits, isCache: (path: string) => boolean = () => false): Task[] {
  const tasks: Task[] = [];
  const left = { text: limits.text_total_bytes, blob: limits.blob_total_bytes };
  for (const group of groups) {
    for (const change of group.changes) {
      const { kind, before, after } = change;
      if (after?.type !== 'file' || !['created', 'modified', 'type-changed'].includes(kind)) continue;
      if (after.sha256 === undefined) {
        change.omitted = 'hash_file_bytes';
        continue;
      }
      if (isCache(change.path)) {
        change.omitted = 'cache';
        continue;
      }
      const old = kind === 'modified' ? (before?.size ?? 0) : 0;
      const bytes = after.size + old;
      if (Math.max(after.size, old) <= limits.text_file_bytes && bytes <= left.text && kind !== 'type-changed' && isNameable(change.path)) {
        left.text -= bytes;
        tasks.push({ group, change, as: 'text' });
      } else if (after.size > limits.blob_file_bytes) change.omitted = 'blob_file_bytes';
      else if (after.size > left.blob) change.omitted = 'blob_total_bytes';
      else {
        left.blob -= after.size;
        tasks.push({ group, change, as: 'blob' });
      }
    }
  }
  return tasks;
}

/** Whether a patch can name the file: its name is UTF-8. */
export const isNameable = (path: string): boolean => encodePath(Buffer.from(decodePath(path).toString('utf8'))) === path;
