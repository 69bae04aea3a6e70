import { chmodSync, constants, openSync } from 'node:fs';
import { HarnessError, messageOf } from '../common/errors.js';
import { encodePath } from '../common/paths.js';

const READ_ONLY = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** What an agent left unreadable must show as unreadable, not be missing: this names the path and the cause. */
export const unreadable = (path: Uint8Array, cause: unknown): HarnessError =>
  new HarnessError('CLEANSLATE_UNREADABLE', `cannot read ${encodePath(path)}: ${messageOf(cause)}`, { cause });

/**
 * Opens a file for reading without following a link, and without waiting should it have become a FIFO.
 * A file of ours whose mode forbids reading is opened through a passing chmod; its mode is as before when this returns.
 * Throws a HarnessError that names the path.
 */
export function openFile(path: Buffer, mode: number): number {
  try {
    return openSync(path, READ_ONLY);
  } catch (error) {
    if (!isDenied(error)) throw unreadable(path, error);
  }
  return withMode(path, mode, 0o400, () => openSync(path, READ_ONLY));
}

/**
 * Makes a directory of ours listable for as long as `use` runs, then gives it its mode back.
 * `mode` is what lstat said of it.
 */
export async function withListing<T>(path: Buffer, mode: number, use: () => Promise<T>): Promise<T> {
  if ((mode & 0o500) === 0o500 || process.geteuid?.() === 0) return use();
  changeMode(path, (mode & 0o7777) | 0o500);
  try {
    return await use();
  } finally {
    changeMode(path, mode & 0o7777);
  }
}

function withMode<T>(path: Buffer, mode: number, more: number, use: () => T): T {
  changeMode(path, (mode & 0o7777) | more);
  try {
    return use();
  } catch (error) {
    throw unreadable(path, error);
  } finally {
    changeMode(path, mode & 0o7777);
  }
}

function changeMode(path: Buffer, mode: number): void {
  try {
    chmodSync(path, mode);
  } catch (error) {
    throw unreadable(path, error);
  }
}

const isDenied = (error: unknown): boolean =>
  ['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '');
