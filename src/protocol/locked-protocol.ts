import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { UserError } from '../common/errors.js';
import { digestOf, pretty } from '../common/json.js';

const amendment = z.strictObject({
  at: z.iso.datetime(),
  by: z.string().min(1),
  note: z.string().min(1),
  /** Names of what changed, and the root digests before and after. */
  changed: z.array(z.string()),
  from: z.string(),
  to: z.string(),
});
export type Amendment = z.infer<typeof amendment>;

const lockedProtocol = z.strictObject({
  protocol_lock: z.literal(1),
  /** SHA-256 of `lock` as canonical JSON (RFC 8785): the one line that can be published before a run. */
  root: z.string(),
  lock: z.record(z.string(), z.unknown()),
  /** Changes before the first run, the oldest first. None is taken back. */
  amendments: z.array(amendment),
  /** The run that it became final with; null before it. */
  first_run: z.strictObject({ at: z.iso.datetime(), campaign: z.string(), dir: z.string() }).nullable(),
});

/** A protocol as it was locked before a run, in a file beside its manifest. */
export type LockedProtocol = z.infer<typeof lockedProtocol>;

/** `index.yaml` → `index.lock.json`, beside it. */
export const lockPathOf = (manifest: string): string => `${manifest.replace(/\.ya?ml$/, '')}.lock.json`;

export const newLock = (lock: object): LockedProtocol => ({ protocol_lock: 1, root: digestOf(lock), lock: lock as Record<string, unknown>, amendments: [], first_run: null });

/**
 * A protocol lock; undefined where there is no such file.
 * @throws UserError CLEANSLATE_LOCK_INVALID for a file that is none, or whose root digest does not stand for what it lists
 */
export async function readLocked(file: string): Promise<LockedProtocol | undefined> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw invalid(file, 'cannot be read', error);
  });
  if (text === undefined) return undefined;
  const locked = parse(file, text);
  if (digestOf(locked.lock) !== locked.root) throw invalid(file, 'its root digest does not stand for what it lists: it was changed by hand');
  return locked;
}

function parse(file: string, text: string): LockedProtocol {
  try {
    return lockedProtocol.parse(JSON.parse(text));
  } catch (cause) {
    throw invalid(file, 'is not a protocol lock', cause);
  }
}

const invalid = (file: string, message: string, cause?: unknown): UserError =>
  new UserError('CLEANSLATE_LOCK_INVALID', message, { where: file, hint: 'restore it, or remove it and `lock` again before the first run', cause });

/** Writes it, anew. @throws UserError CLEANSLATE_LOCK_UNWRITABLE */
export async function writeLocked(file: string, locked: LockedProtocol): Promise<void> {
  await writeFile(file, pretty(locked)).catch((cause: unknown) => {
    throw new UserError('CLEANSLATE_LOCK_UNWRITABLE', 'the protocol lock cannot be written', { where: file, cause });
  });
}
