import { closeSync, constants, fchmodSync, fchownSync, futimesSync, openSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import type { Header } from 'tar-stream';

type Ids = { uid: number; gid: number } | undefined;

const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
const OLD_FIFO = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;

/** Writes a new file of a tar: bytes as they come, then owner, mode and time. */
export async function writeFile(path: Buffer, header: Header, content: AsyncIterable<Uint8Array>, ids: Ids): Promise<void> {
  const fd = openSync(path, NEW_FILE, 0o600);
  try {
    for await (const chunk of content) for (let at = 0; at < chunk.length; ) at += writeSync(fd, chunk, at);
    finish(fd, header, ids);
  } finally {
    closeSync(fd);
  }
}

/** Makes a FIFO. Only a program can, and its arguments are text: hence the detour over a name of ours in `scratch`. */
export async function writeFifo(path: Buffer, header: Header, scratch: string, ids: Ids): Promise<void> {
  const passing = join(scratch, 'fifo');
  await execa('mkfifo', [passing]);
  renameSync(passing, path);
  const fd = openSync(path, OLD_FIFO);
  try {
    finish(fd, header, ids);
  } finally {
    closeSync(fd);
  }
}

function finish(fd: number, header: Header, ids: Ids): void {
  if (ids !== undefined) fchownSync(fd, ids.uid, ids.gid);
  fchmodSync(fd, header.mode); // After the owner: a change of that takes setuid bits away.
  futimesSync(fd, header.mtime, header.mtime);
}
