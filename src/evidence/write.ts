import { open, stat, unlink, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { HarnessError, messageOf } from '../common/errors.js';

/**
 * Puts a file in place complete or not at all, replacing what was there.
 * It also survives a power cut: the bytes and then the name are synced.
 */
export async function writeAtomic(path: string, data: string | Uint8Array): Promise<void> {
  try {
    await writeFileAtomic(path, data as string | Buffer);
  } catch (error) {
    throw new HarnessError('CLEANSLATE_WRITE', `cannot write: ${messageOf(error)}`, { where: path, cause: error });
  }
  // A full disk may take a part of one write without an error.
  const expected = typeof data === 'string' ? Buffer.byteLength(data) : data.byteLength;
  if ((await stat(path)).size !== expected) {
    await unlink(path);
    throw new HarnessError('CLEANSLATE_WRITE', 'only a part could be written', { where: path, hint: 'is the disk full?' });
  }
  await syncDirectory(dirname(path));
}

/** Writes a whole file and makes its bytes, not yet its name, survive a power cut. A crash may leave a part of it. */
export async function writeSynced(path: string, data: string): Promise<void> {
  try {
    const file = await open(path, 'w');
    try {
      await file.writeFile(data);
      await file.datasync();
    } finally {
      await file.close();
    }
  } catch (error) {
    throw new HarnessError('CLEANSLATE_WRITE', `cannot write: ${messageOf(error)}`, { where: path, cause: error });
  }
}

/** The names that a killed harness leaves of `writeAtomic` and of material on its way in. */
export const isLeftover = (name: string): boolean =>
  /^(?:campaign\.json|lock\.json|journal\.head|results\.jsonl)\.\d{1,10}$|^incoming-[0-9a-f-]{36}$/.test(name);

/** Appends one line in one write and syncs it. `line` is without its newline. */
export async function appendLine(file: FileHandle, line: string): Promise<void> {
  await file.appendFile(`${line}\n`);
  await file.datasync();
}

/** Makes names that were created or renamed in a directory survive a power cut. */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/** Makes the bytes of a file survive a power cut. */
export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.datasync();
  } finally {
    await file.close();
  }
}
