import { finished } from 'node:stream/promises';
import { extract, type Header } from 'tar-stream';
import { createHash } from 'node:crypto';
import type { Entry, EntryType } from '../../common/inventory.js';
import { encodePath } from '../../common/paths.js';
import { BYTES_AS_TEXT, linkedPath, pathOf, targetOf } from '../../sandbox/unpack/tar-names.js';
import { formatMode } from '../../sandbox/walk.js';
import { canaryIn } from './canary.js';

/** What a tar puts into a sandbox, as an inventory shows it. */
export interface TarState {
  entries: Entry[];
  /** Entries in whose name, target or bytes a canary was found, and where that had been left. */
  canaries: { path: string; origin: string }[];
}

/** Reads a whole tar of a seed. Of a path that is there twice, the later one holds. */
export async function tarState(tar: Uint8Array): Promise<TarState> {
  const entries = new Map<string, Entry>();
  const canaries: TarState['canaries'] = [];
  const unpack = extract(BYTES_AS_TEXT);
  unpack.end(tar);
  for await (const member of unpack) {
    const { header } = member;
    const path = pathOf(header);
    const { content, origin } = await read(member as AsyncIterable<Uint8Array>);
    const found = canaryIn(path) ?? origin ?? (header.type === 'symlink' ? canaryIn(targetOf(header)) : undefined);
    if (found !== undefined) canaries.push({ path, origin: found });
    const linked = header.type === 'link' ? entries.get(linkedPath(header)) : undefined;
    entries.set(path, linked ? { ...linked, path } : { ...entryOf(path, header), ...(isFile(header) && content) });
  }
  await finished(unpack).catch(() => undefined);
  return { entries: [...entries.values()], canaries };
}

const isFile = ({ type }: Header): boolean => type === 'file' || type === 'contiguous-file';

function entryOf(path: string, header: Header): Entry {
  const { uid = 0, gid = 0, mode = 0 } = header;
  const type = TYPES[header.type ?? 'file'] ?? 'file';
  // Links have no permissions of their own.
  return { path, type, mode: type === 'symlink' ? '0777' : formatMode(mode), uid, gid, size: 0, ...(type === 'symlink' && { link: encodePath(targetOf(header)) }) };
}

const TYPES: Record<string, EntryType> = { directory: 'directory', symlink: 'symlink', fifo: 'fifo' };

/** Digest and size of a member, and whether a canary is in it. Its bytes are held as a whole only where they are few. */
async function read(member: AsyncIterable<Uint8Array>): Promise<{ content: { size: number; sha256: string }; origin: string | undefined }> {
  const hash = createHash('sha256');
  let size = 0;
  let held = Buffer.alloc(0);
  let origin: string | undefined;
  for await (const chunk of member) {
    hash.update(chunk);
    size += chunk.length;
    const bytes = Buffer.concat([held, chunk]);
    origin ??= canaryIn(bytes);
    held = bytes.subarray(Math.max(0, bytes.length - OVERLAP));
  }
  return { content: { size, sha256: hash.digest('hex') }, origin };
}

/** A canary may lie across two pieces. */
const OVERLAP = 512;
