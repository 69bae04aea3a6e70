import { createHash } from 'node:crypto';
import { type BigIntStats, closeSync, fstatSync, readSync } from 'node:fs';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { openFile, unreadable } from './access.js';

const CHUNK = Buffer.allocUnsafe(256 * 1024);
const ZEROS = Buffer.alloc(4 * 1024 * 1024);
/** Some file systems keep what is smaller than a block beside its name, in no block at all. */
const HOLE = 1n << 20n;

/**
 * SHA-256 of a file's bytes and how many they were. Memory stays flat whatever the size, and other work gets its turn
 * after each chunk (`CHUNK` is filled and consumed without a pause in between, so that everybody can share it).
 * A file that has no blocks on its disk is one hole: its zeros are hashed without being read, as GNU tar takes them for granted.
 * `stats` is what lstat said of this path. Throws a HarnessError if another file stands there by now.
 */
export async function hashFile(path: Buffer, stats: BigIntStats): Promise<{ sha256: string; size: number }> {
  const fd = openFile(path, Number(stats.mode));
  try {
    const opened = fstatSync(fd, { bigint: true });
    if (opened.ino !== stats.ino || opened.dev !== stats.dev) throw new Error('it was replaced while it was read');
    if (opened.blocks === 0n && opened.size >= HOLE) return await hashZeros(Number(opened.size));
    const hash = createHash('sha256');
    for (let size = 0; ; ) {
      const bytes = readSync(fd, CHUNK, 0, CHUNK.length, null);
      hash.update(CHUNK.subarray(0, bytes));
      size += bytes;
      if (bytes === 0) return { sha256: hash.digest('hex'), size };
      if (bytes === CHUNK.length) await yieldToOthers();
    }
  } catch (error) {
    throw unreadable(path, error);
  } finally {
    closeSync(fd);
  }
}

async function hashZeros(size: number): Promise<{ sha256: string; size: number }> {
  const hash = createHash('sha256');
  for (let left = size; left > 0; left -= ZEROS.length) {
    hash.update(ZEROS.subarray(0, left));
    if (left > ZEROS.length) await yieldToOthers();
  }
  return { sha256: hash.digest('hex'), size };
}
