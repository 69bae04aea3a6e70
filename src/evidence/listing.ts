import { createHash } from 'node:crypto';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import PQueue from 'p-queue';
import { compareBytes } from '../common/paths.js';

export interface Listing {
  /** Relative path of every regular file and its digest, sorted by raw bytes. */
  files: Map<string, string>;
  directories: string[];
  /** What is neither a file nor a directory; evidence never is. */
  others: string[];
}

/** Files that are read at the same time: the disk takes several syncs in one go. */
const CONCURRENCY = 8;

/** SHA-256 of a file of any size, in flat memory. With `sync`, its bytes then also survive a power cut. */
export async function digestFile(path: string, { sync = false } = {}): Promise<string> {
  const file = await open(path, 'r');
  try {
    const hash = createHash('sha256');
    const buffer = Buffer.allocUnsafe(1 << 16);
    for (let read = 1; read > 0; ) {
      read = (await file.read(buffer, 0, buffer.length, null)).bytesRead;
      hash.update(buffer.subarray(0, read));
    }
    if (sync) await file.datasync();
    return hash.digest('hex');
  } finally {
    await file.close();
  }
}

export interface DigestOptions {
  /** A file at the top that is not looked at. */
  skip: string;
  /** Make the bytes survive a power cut. */
  sync?: boolean;
  /** Files that need not be read again: they have been read, and synced where that is asked for. */
  known?: ReadonlyMap<string, string>;
}

/** Digests of everything below `dir`. Links are not followed. */
export async function digestFiles(dir: string, { skip, sync = false, known }: DigestOptions): Promise<Listing> {
  const listing: Listing = { files: new Map(), directories: [], others: [] };
  const names = (await walk(dir, '', listing)).filter((name) => name !== skip).sort(compareBytes);
  // The order of the list is that of the names, not the one in which they are done.
  for (const name of names) listing.files.set(name, '');
  const queue = new PQueue({ concurrency: CONCURRENCY });
  await queue.addAll(names.map((name) => async () => listing.files.set(name, known?.get(name) ?? (await digestFile(join(dir, name), { sync })))));
  return listing;
}

/** The form of `sha256sum`, which can check it: `<digest>  <path>`. */
export const formatDigests = (files: ReadonlyMap<string, string>): string =>
  [...files].map(([name, digest]) => `${digest}  ${name}\n`).join('');

/** The inverse; undefined if a line has another form. */
export function parseDigests(text: string): Map<string, string> | undefined {
  const files = new Map<string, string>();
  for (const line of text.split('\n').slice(0, -1)) {
    const match = /^([0-9a-f]{64}) {2}(.+)$/.exec(line);
    if (!match?.[1] || !match[2]) return undefined;
    files.set(match[2], match[1]);
  }
  return text === '' || text.endsWith('\n') ? files : undefined;
}

async function walk(root: string, below: string, listing: Listing): Promise<string[]> {
  const files: string[] = [];
  for (const entry of await readdir(join(root, below), { withFileTypes: true })) {
    const name = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isFile()) files.push(name);
    else if (entry.isDirectory()) {
      listing.directories.push(name);
      for (const file of await walk(root, name, listing)) files.push(file);
    } else listing.others.push(name);
  }
  return files;
}
