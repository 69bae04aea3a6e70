import { sha256 } from './digest.js';
import { comparePaths } from './paths.js';

export type EntryType = 'file' | 'directory' | 'symlink' | 'fifo' | 'socket' | 'character-device' | 'block-device';

/** One file system entry (contract, "A campaign on disk"). Paths are absolute, as seen inside, encoded by common/paths.ts. */
export interface Entry {
  path: string;
  type: EntryType;
  /** Permission bits, setuid, setgid and sticky, as four or five octal digits: `0644`. */
  mode: string;
  uid: number;
  gid: number;
  /** Bytes; 0 for everything but files. */
  size: number;
  /** Target of a symlink, encoded like a path. */
  link?: string;
  /** Digest of a file's bytes; none where they are more than `MOST_HASHED`. */
  sha256?: string;
}

/**
 * Bytes of the largest file that is hashed. A larger one takes a command to make and minutes to read, and no memory of an agent's is that
 * large; its size stands in the inventory, and that it has no digest is told of every change (docs/decisions/0021).
 */
export const MOST_HASHED = 4 * 2 ** 30;

/** Bytes of all files that one look reads, holes included: some minutes. More of them end it, as what a command makes in no time could take days. */
export const MOST_READ = 64 * 2 ** 30;

export interface Inventory {
  /** How it was seen; the strategies must agree on `entries`. */
  strategy: 'upper' | 'archive' | 'walk';
  /** Sorted by the raw bytes of the path. */
  entries: Entry[];
}

export const sortEntries = (entries: Entry[]): Entry[] => entries.sort((a, b) => comparePaths(a.path, b.path));

/** `initial_state`: one digest for a whole state; key order and order of entries are fixed. */
export function digestEntries(entries: readonly Entry[]): string {
  const lines = entries.map((entry) => {
    const { path, type, mode, uid, gid, size, link = null, sha256: content = null } = entry;
    return JSON.stringify([path, type, mode, uid, gid, size, link, content]);
  });
  return sha256(`${lines.join('\n')}\n`);
}
