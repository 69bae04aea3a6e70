import { readFile, writeFile } from 'node:fs/promises';
import { UserError } from '../common/errors.js';
import { pretty } from '../common/json.js';
import { brokenLink, lockedProtocolSchema, type LockedProtocol } from './lock-chain.js';

/** `index.yaml` → `index.lock.json`, beside it. */
export const lockPathOf = (manifest: string): string => `${manifest.replace(/\.ya?ml$/, '')}.lock.json`;

/**
 * A protocol lock; undefined where there is no such file.
 * @throws UserError CLEANSLATE_LOCK_INVALID for a file that is none, or that was changed by hand, wherever
 */
export async function readLocked(file: string): Promise<LockedProtocol | undefined> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw invalidLock(file, 'cannot be read', error);
  });
  if (text === undefined) return undefined;
  const locked = parse(file, text);
  const broken = brokenLink(locked);
  if (broken !== undefined) throw invalidLock(file, `${broken}: it was changed by hand`);
  return locked;
}

function parse(file: string, text: string): LockedProtocol {
  try {
    return lockedProtocolSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw invalidLock(file, 'is not a protocol lock', cause);
  }
}

/** Says that a lock cannot be gone by. */
export const invalidLock = (file: string, message: string, cause?: unknown): UserError =>
  new UserError('CLEANSLATE_LOCK_INVALID', message, { where: file, hint: 'restore it, or remove it and `lock` again before the first run', cause });

/** Writes it, anew. @throws UserError CLEANSLATE_LOCK_UNWRITABLE */
export async function writeLocked(file: string, locked: LockedProtocol): Promise<void> {
  await writeFile(file, pretty(locked)).catch((cause: unknown) => {
    throw new UserError('CLEANSLATE_LOCK_UNWRITABLE', 'the protocol lock cannot be written', { where: file, cause });
  });
}
