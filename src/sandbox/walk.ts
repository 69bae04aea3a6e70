import { type BigIntStats, lstatSync, readdirSync, readlinkSync } from 'node:fs';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { HarnessError } from '../common/errors.js';
import { type Entry, type EntryType, MOST_HASHED, MOST_READ, sortEntries } from '../common/inventory.js';
import { decodePath, encodePath } from '../common/paths.js';
import { unreadable, withListing } from './access.js';
import { isRealDirectory } from './beneath.js';
import { hashFile } from './hash-file.js';
import { identify, type Identities, type Identity, unchanged } from './identity.js';

/** A directory of this machine, and the path under which its content is written down. */
export interface WalkRoot {
  /** Absolute path as seen inside, encoded by common/paths.ts. */
  path: string;
  /** Where it really is. A string is encoded like a path; a Buffer is taken as it is. */
  dir: string | Buffer;
}

export interface WalkOptions {
  /** Whose numbers an entry shows: maps those on disk to those seen inside. Default: as they are. */
  owner?: (uid: number, gid: number) => { uid: number; gid: number };
  /** Identities of an earlier walk: files that cannot have changed since are not read again. */
  since?: Identities | undefined;
  /** Sees each entry before it is taken. `false` leaves it out, with all below it (overlay whiteouts, foreign mounts). */
  visit?: (path: string, real: Buffer, stats: BigIntStats) => boolean;
  /** Bytes of all files that are hashed. */
  most?: number;
}

export interface Walk {
  /** Everything below the roots (not the roots themselves), sorted by the raw bytes of the path. */
  entries: Entry[];
  /** For `since` of the next walk. */
  identities: Identities;
  /** How many files had to be read. */
  hashed: number;
}

/** Entries between two turns for others: well under a millisecond of work. */
const TURN = 64;

/**
 * Lists real directories: every entry of every type, names byte-exact, links never followed, one file open at a time.
 * What an agent made unreadable is read through a passing chmod, and its mode given back.
 * Throws a HarnessError that names the path of what can still not be read: nothing is silently missing. It throws too where there is
 * more to hash than `MOST_READ`.
 * A root that is not there, or is no directory any more, has nothing below it.
 */
export async function walk(roots: readonly WalkRoot[], options: WalkOptions = {}): Promise<Walk> {
  const walker = new Walker(options);
  for (const { path, dir } of roots) {
    const real = typeof dir === 'string' ? decodePath(dir) : dir;
    if (isRealDirectory(real)) await walker.descend(path, real);
  }
  return { entries: sortEntries(walker.entries), identities: walker.identities, hashed: walker.hashed };
}

class Walker {
  readonly entries: Entry[] = [];
  readonly identities = new Map<string, Identity>();
  hashed = 0;
  #seen = 0;
  #bytes = 0;

  constructor(private readonly options: WalkOptions) {}

  async descend(path: string, dir: Buffer): Promise<void> {
    const { mode } = statusOf(dir);
    await withListing(dir, Number(mode), async () => {
      for (const name of namesIn(dir)) {
        if (++this.#seen % TURN === 0) await yieldToOthers();
        await this.#take(`${path === '/' ? '' : path}/${encodePath(name)}`, Buffer.concat([dir, SLASH, name]));
      }
    });
  }

  async #take(path: string, real: Buffer): Promise<void> {
    const stats = statusOf(real);
    if (this.options.visit?.(path, real, stats) === false) return;
    this.entries.push(await this.#entry(path, real, stats));
    if (stats.isDirectory()) await this.descend(path, real);
  }

  async #entry(path: string, real: Buffer, stats: BigIntStats): Promise<Entry> {
    const onDisk = { uid: Number(stats.uid), gid: Number(stats.gid) };
    const { uid, gid } = this.options.owner?.(onDisk.uid, onDisk.gid) ?? onDisk;
    const entry: Entry = { path, type: typeOf(stats), mode: formatMode(Number(stats.mode)), uid, gid, size: 0 };
    if (entry.type === 'symlink') return { ...entry, link: encodePath(targetOf(real)) };
    return entry.type === 'file' ? { ...entry, ...(await this.#content(path, real, stats)) } : entry;
  }

  async #content(path: string, real: Buffer, stats: BigIntStats): Promise<{ size: number; sha256?: string }> {
    if (stats.size > MOST_HASHED) return { size: Number(stats.size) };
    const now = Date.now();
    const known = unchanged(this.options.since?.get(path), stats);
    if (known === undefined) this.#count(path, Number(stats.size));
    const content = known === undefined ? await hashFile(real, stats) : { sha256: known, size: Number(stats.size) };
    if (known === undefined) this.hashed += 1;
    this.identities.set(path, identify(stats, content.sha256, now));
    return content;
  }

  #count(path: string, size: number): void {
    this.#bytes += size;
    if (this.#bytes > (this.options.most ?? MOST_READ)) throw new HarnessError('CLEANSLATE_FILES_TOO_LARGE', `with this file there are ${String(this.#bytes)} bytes to read, more than a look takes`, { where: path });
  }
}

const SLASH = Buffer.from('/');

/** Permission bits with setuid, setgid and sticky, as an Entry has them. */
export const formatMode = (mode: number): string => (mode & 0o7777).toString(8).padStart(4, '0');

export function typeOf(stats: BigIntStats): EntryType {
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'directory';
  if (stats.isSymbolicLink()) return 'symlink';
  if (stats.isFIFO()) return 'fifo';
  if (stats.isSocket()) return 'socket';
  return stats.isCharacterDevice() ? 'character-device' : 'block-device';
}

function statusOf(path: Buffer): BigIntStats {
  try {
    return lstatSync(path, { bigint: true });
  } catch (error) {
    throw unreadable(path, error);
  }
}

function namesIn(dir: Buffer): Buffer[] {
  try {
    return readdirSync(dir, { encoding: 'buffer' });
  } catch (error) {
    throw unreadable(dir, error);
  }
}

function targetOf(path: Buffer): Buffer {
  try {
    return readlinkSync(path, { encoding: 'buffer' });
  } catch (error) {
    throw unreadable(path, error);
  }
}
