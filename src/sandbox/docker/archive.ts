import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import type { Readable } from 'node:stream';
import { HarnessError } from '../../common/errors.js';
import { type Entry, type EntryType, MOST_HASHED, MOST_READ, sortEntries } from '../../common/inventory.js';
import { encodePath, isBelow } from '../../common/paths.js';
import { formatMode } from '../walk.js';
import { type Member, readArchive } from './tar-reader.js';
import { archiveBases, isEngineFile } from './scope.js';

/** Opens the engine's archive of a path (`GET …/archive`); undefined where there is no such path. */
export type OpenArchive = (path: string) => Promise<Readable | undefined>;

/**
 * Everything below the roots, from the engine's archives: works with any engine, and reads every byte.
 * Sockets are not in such archives; the other strategy leaves them out too: without its process a socket holds no state.
 */
export async function archiveEntries(open: OpenArchive, roots: readonly string[]): Promise<Entry[]> {
  const entries = new Map<string, Entry>();
  for (const base of archiveBases(roots)) {
    for (const entry of await listArchive(open, base)) {
      if (roots.some((root) => isBelow(entry.path, root)) && !isEngineFile(entry.path)) entries.set(entry.path, entry);
    }
  }
  return sortEntries([...entries.values()]);
}

/** All of one archive, the base itself included, in the archive's order. */
export async function listArchive(open: OpenArchive, base: string): Promise<Entry[]> {
  const source = await open(base);
  if (source === undefined) return [];
  const entries = new Map<string, Entry>();
  let bytes = 0;
  try {
    await readArchive(source, async (member, content) => {
      const path = pathOf(base, member.name);
      bytes += member.size;
      if (bytes > MOST_READ) throw new HarnessError('CLEANSLATE_FILES_TOO_LARGE', `with this file there are ${String(bytes)} bytes, and this engine shows files only by sending them whole`, { where: path, hint: 'use an engine on this machine as root, which shows where they lie' });
      const target = linkedPath(base, member);
      entries.set(path, target === undefined ? await entryOf(path, member, content) : furtherName(path, entries.get(target)));
    });
  } catch (error) {
    source.destroy(); // Nobody waits for the rest of it.
    throw error;
  }
  return [...entries.values()];
}

async function entryOf(path: string, member: Member, content: AsyncIterable<Buffer>): Promise<Entry> {
  const { uid, gid } = member;
  const entry: Entry = { path, type: typeOf(member), mode: formatMode(member.mode), uid, gid, size: 0 };
  if (entry.type === 'symlink') return { ...entry, link: encodePath(member.link) };
  if (!isFile(member)) return entry;
  return member.size > MOST_HASHED ? { ...entry, size: member.size } : { ...entry, ...(await digest(content)) };
}

/** Files, symlinks and FIFOs can all have several names; the archive has the first in full. */
function furtherName(path: string, first: Entry | undefined): Entry {
  if (first === undefined) throw new Error(`the engine's archive has no first name for ${path}`);
  return { ...first, path };
}

/** Names in an archive start with the last component of what was asked for. */
export const pathOf = (base: string, name: Buffer): string =>
  posix.join(posix.dirname(base), encodePath(name).replace(/\/+$/, ''));

/** A further name of a file that the archive holds already under another. */
export const linkedPath = (base: string, { flag, link }: Member): string | undefined =>
  flag === '1' ? pathOf(base, link) : undefined;

export const isFile = ({ flag }: Member): boolean => flag === '0' || flag === '7';

export function typeOf({ flag, name }: Member): EntryType {
  const type = TYPES[flag];
  if (type === undefined) throw new Error(`unknown kind ${JSON.stringify(flag)} of ${encodePath(name)} in the engine's archive`);
  return type;
}

const TYPES: Record<string, EntryType> = {
  '0': 'file', '1': 'file', '7': 'file', '2': 'symlink', '3': 'character-device', '4': 'block-device', '5': 'directory', '6': 'fifo',
};

async function digest(content: AsyncIterable<Buffer>): Promise<{ sha256: string; size: number }> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of content) {
    hash.update(chunk);
    size += chunk.length;
  }
  return { sha256: hash.digest('hex'), size };
}
