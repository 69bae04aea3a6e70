import { PassThrough, type Readable } from 'node:stream';

/** Frame: kind (1 byte), three zeros, length (4 bytes, big endian), payload. Kind 1 is stdout; 2 stderr; 3 words of the engine. */
const HEADER = 8;

export interface Demuxed {
  readonly stdout: PassThrough;
  readonly stderr: PassThrough;
  /** Settles when all was handed on; rejects if the connection broke. Both streams have ended then, in either case. */
  readonly done: Promise<void>;
  /** The process is over: what is still on its way no longer waits for a reader. */
  release(): void;
}

/** Takes a process's multiplexed output apart. Memory stays flat: a slow reader slows the process down. */
export function demux(source: Readable): Demuxed {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const released = new AbortController();
  const done = pump(source, stdout, stderr, released.signal).finally(() => {
    stdout.end();
    stderr.end();
  });
  done.catch(() => undefined); // whoever awaits it hears of it
  return {
    stdout,
    stderr,
    done,
    release: () => {
      released.abort();
    },
  };
}

async function pump(source: Readable, stdout: PassThrough, stderr: PassThrough, released: AbortSignal): Promise<void> {
  let header = Buffer.alloc(0);
  let left = 0;
  let target = stdout;
  for await (const chunk of source as AsyncIterable<Buffer>) {
    for (let at = 0; at < chunk.length; ) {
      if (left === 0) {
        const part = chunk.subarray(at, at + HEADER - header.length);
        header = Buffer.concat([header, part]);
        at += part.length;
        if (header.length < HEADER) break;
        target = header[0] === 1 ? stdout : stderr;
        left = header.readUInt32BE(4);
        header = Buffer.alloc(0);
      } else {
        const part = chunk.subarray(at, at + left);
        at += part.length;
        left -= part.length;
        await write(target, part, released);
      }
    }
  }
  if (left > 0 || header.length > 0) throw new Error('the output was cut off');
}

async function write(target: PassThrough, part: Buffer, released: AbortSignal): Promise<void> {
  if (target.destroyed || target.write(part) || released.aborted) return;
  await new Promise<void>((resolve) => {
    const proceed = (): void => {
      target.off('drain', proceed).off('close', proceed);
      released.removeEventListener('abort', proceed);
      resolve();
    };
    target.on('drain', proceed).on('close', proceed);
    released.addEventListener('abort', proceed);
  });
}
