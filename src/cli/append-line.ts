import { spawnSync } from 'node:child_process';
import { closeSync, constants, fstatSync, fsyncSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { messageOf, UserError } from '../common/errors.js';

/**
 * Appends one line to a JSON Lines file, whole or not at all, also beside other writers: the file is locked, the line goes out in one
 * append and is flushed to the disk, and what a full disk or a killed writer left of a line is taken away again.
 * @param line without its newline
 * @throws UserError CLEANSLATE_RESULTS_UNWRITABLE; then nothing was appended
 */
export function appendLine(path: string, line: string): void {
  const file = openResults(path);
  try {
    const locked = lock(file, path);
    const end = completeEnd(file, path, locked);
    const start = end.needsNewline ? '\n' : '';
    writeWhole(file, Buffer.from(`${start}${line}\n`), path, { size: end.size, locked });
  } finally {
    closeSync(file);
  }
}

function openResults(path: string): number {
  let file: number;
  try {
    file = openSync(path, constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK, 0o644);
  } catch (cause) {
    const reasons: Record<string, string> = { ENOENT: 'its directory does not exist', EISDIR: 'is a directory', EACCES: 'may not be written' };
    throw unwritable(path, reasons[(cause as NodeJS.ErrnoException).code ?? ''] ?? messageOf(cause), cause);
  }
  if (fstatSync(file).isFile()) return file;
  closeSync(file);
  throw unwritable(path, 'is not a regular file');
}

/**
 * Node has no flock(2), but a lock belongs to the open file, which a child shares: util-linux's `flock` takes it for us,
 * and it ends when we close the file or die. Without that program, appends are still whole lines, only nothing is repaired.
 */
function lock(file: number, path: string): boolean {
  const { status } = spawnSync('flock', ['--exclusive', '--wait', '60', '--conflict-exit-code', '75', '3'], { stdio: ['ignore', 'ignore', 'ignore', file] });
  if (status === 75) throw unwritable(path, 'is locked by another program for more than 60 s');
  return status === 0;
}

/** Where the last complete line ends. Half a line of ours is what a killed writer left; it never counted as recorded. */
function completeEnd(file: number, path: string, locked: boolean): { size: number; needsNewline: boolean } {
  const size = fstatSync(file).size;
  const tail = readTail(file, size);
  if (tail === '') return { size, needsNewline: false };
  if (isObject(tail)) return { size, needsNewline: true };
  if (!locked || !'{"scenario":'.startsWith(tail.slice(0, 12))) throw unwritable(path, 'does not end in a complete line of JSON');
  const kept = size - tail.length;
  ftruncateSync(file, kept);
  return { size: kept, needsNewline: false };
}

/** What stands after the last newline, one character per byte. */
function readTail(file: number, size: number): string {
  const chunk = Buffer.alloc(64 * 1024);
  let tail = Buffer.alloc(0);
  for (let end = size; end > 0; ) {
    const from = Math.max(0, end - chunk.length);
    const part = chunk.subarray(0, readSync(file, chunk, 0, end - from, from));
    const newline = part.lastIndexOf(0x0a);
    tail = Buffer.concat([part.subarray(newline + 1), tail]);
    if (newline !== -1) break;
    end = from;
  }
  return tail.toString('latin1');
}

function writeWhole(file: number, bytes: Buffer, path: string, before: { size: number; locked: boolean }): void {
  let written = 0;
  try {
    written = writeSync(file, bytes);
    if (written !== bytes.length) throw new Error(`only ${String(written)} of ${String(bytes.length)} bytes could be written`);
    fsyncSync(file);
  } catch (cause) {
    if (before.locked || fstatSync(file).size === before.size + written) ftruncateSync(file, before.size);
    throw unwritable(path, messageOf(cause), cause);
  }
}

function isObject(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

const unwritable = (path: string, message: string, cause?: unknown): UserError =>
  new UserError('CLEANSLATE_RESULTS_UNWRITABLE', message, { where: path, hint: 'give a JSON Lines file that can be appended to', cause });
