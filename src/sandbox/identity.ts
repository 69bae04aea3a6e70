import type { BigIntStats } from 'node:fs';

/** What tells, without reading it, that a file's bytes are those of an earlier walk. */
export interface Identity {
  dev: bigint;
  ino: bigint;
  ctime: bigint;
  mtime: bigint;
  size: bigint;
  sha256: string;
  /** False where the file was so fresh when it was hashed that a later write could carry the same times. */
  settled: boolean;
}

/** Identities of regular files, by path as in the inventory. Kept beside an inventory, never in it. */
export type Identities = ReadonlyMap<string, Identity>;

/** Coarsest tick that a kernel stamps files with (HZ=100), in nanoseconds, and one more for good measure. */
const TICK = 20_000_000n;

/** `now` is the wall clock in ms from before the file was hashed: the clock that the kernel stamps files with. */
export function identify(stats: BigIntStats, sha256: string, now: number): Identity {
  const { dev, ino, ctimeNs: ctime, mtimeNs: mtime, size } = stats;
  return { dev, ino, ctime, mtime, size, sha256, settled: ctime + TICK < BigInt(now) * 1_000_000n };
}

/** The digest of an earlier walk, if the file cannot have changed since. */
export function unchanged(earlier: Identity | undefined, stats: BigIntStats): string | undefined {
  return earlier !== undefined &&
    earlier.settled &&
    earlier.dev === stats.dev &&
    earlier.ino === stats.ino &&
    earlier.ctime === stats.ctimeNs &&
    earlier.mtime === stats.mtimeNs &&
    earlier.size === stats.size
    ? earlier.sha256
    : undefined;
}
