import { closeSync, constants, openSync, rmSync, writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { execa } from 'execa';

/** One program's output, and what the program itself must be given to write to. */
export interface Channel {
  /** Ends when the last process that can write has ended. */
  readable: Readable;
  /** To be closed here once the program has it. */
  writer: number;
  /**
   * Ends `readable` although processes that outlive the program hold the other end: as soon as nothing has come for
   * a while and the reader is not the one who waits. What the program had written by then has been read.
   */
  release(): void;
}

const QUIET_MS = 250;

/**
 * Real pipes for standard output and error. Node's own are sockets, in which `/dev/stdout` and `/dev/stderr` cannot be
 * opened, so that a plain shell script behaves otherwise than at home. Nothing of them stays in `dir`.
 */
export async function openChannels(dir: string): Promise<[stdout: Channel, stderr: Channel]> {
  const paths: [string, string] = [join(dir, 'out'), join(dir, 'err')];
  await execa('mkfifo', ['-m', '666', ...paths]);
  try {
    return [openChannel(paths[0]), openChannel(paths[1])];
  } finally {
    for (const path of paths) rmSync(path, { force: true });
  }
}

/** A descriptor from which exactly these bytes can be read. */
export function openInput(dir: string, name: string, bytes: Uint8Array): number {
  const path = join(dir, name);
  writeFileSync(path, bytes, { mode: 0o644 });
  try {
    return openSync(path, 'r');
  } finally {
    rmSync(path);
  }
}

function openChannel(path: string): Channel {
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openSync(path, constants.O_WRONLY);
  const socket = new Socket({ fd: reader, readable: true, writable: false });
  const readable = new PassThrough();
  socket.pipe(readable);
  socket.on('error', (error) => readable.destroy(error));
  readable.on('close', () => socket.destroy());
  return { readable, writer, release: () => { release(socket, readable); } };
}

function release(socket: Socket, readable: PassThrough): void {
  let seen = socket.bytesRead;
  const isQuiet = (): boolean => !readable.writableNeedDrain && socket.readableLength === 0 && socket.bytesRead === seen;
  const cutIfQuiet = (): void => {
    if (isQuiet() && !socket.destroyed) {
      clearInterval(timer);
      socket.unpipe(readable);
      socket.destroy();
      readable.end();
    }
    seen = socket.bytesRead;
  };
  const timer = setInterval(() => {
    if (socket.destroyed || socket.readableEnded) clearInterval(timer);
    // Where this process was busy for that long, its timers come before what lies in the pipe: that is looked at only now.
    else if (isQuiet()) setImmediate(cutIfQuiet);
    else seen = socket.bytesRead;
  }, QUIET_MS);
}

export const closeAll = (fds: Iterable<number>): void => {
  for (const fd of fds) closeSync(fd);
};
