import { createHash } from 'node:crypto';
import { type BigIntStats, closeSync, fstatSync, readSync } from 'node:fs';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { openFile, unreadable } from './access.js';

const CHUNK = Buffer.allocUnsafe(256 * 1024);

/**
 * SHA-256 of a file's bytes and how many they were. Memory stays flat whatever the size, and other work gets its turn
 * after each chunk (`CHUNK` is filled and consumed without a pause in between, so that everybody can share it).
 * `stats` is what lstat said of this path. Throws a HarnessError if another file stands there by now.
 */
export async function hashFile(path: Buffer, stats: BigIntStats): Promise<{ sha256: string; size: number }> {
  const fd = openFile(path, Number(stats.mode));
  try {
    const opened = fstatSync(fd, { bigint: true });
    if (opened.ino !== stats.ino || opened.dev !== stats.dev) throw new Error('it was replaced while it was read');
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
