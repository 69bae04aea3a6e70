import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';

/**
 * What every canary begins with. It is put together here so that it stands in no file of this program: a workspace may
 * be a copy of it.
 */
export const CANARY_PREFIX = ['canary', '5d41e7a90c3b'].join('-');

/** Where a canary was left. */
export interface CanaryOrigin {
  /** `<campaign>/<trial>/attempt-<n>` */
  attempt: string;
  session: number;
  class: string;
}

/** A nonce that says where it was left, so that whoever finds it can name that. */
export const newCanary = ({ attempt, session, class: name }: CanaryOrigin): string =>
  `${CANARY_PREFIX}:${randomBytes(8).toString('hex')}:${attempt}/session-${String(session)}/${name}`;

const NONCE = new RegExp(`${CANARY_PREFIX}:[0-9a-f]{16}:([a-z0-9._/-]+)`);
/** Longer than any nonce. */
const LONGEST = 512;

/** Where the first canary in some text was left; undefined where there is none. One that is not whole says so. */
export function canaryIn(text: string | Uint8Array): string | undefined {
  const bytes = typeof text === 'string' ? Buffer.from(text) : Buffer.from(text.buffer, text.byteOffset, text.byteLength);
  const at = bytes.indexOf(CANARY_PREFIX);
  if (at === -1) return undefined;
  return NONCE.exec(bytes.subarray(at, at + LONGEST).toString('latin1'))?.[1] ?? 'an attempt that it does not name any more';
}

/** The same of a file of any size; undefined also where there is no such file. */
export async function canaryInFile(path: string): Promise<string | undefined> {
  let held = Buffer.alloc(0);
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
      const bytes = Buffer.concat([held, chunk]);
      // What begins near the end of a piece may go on in the next one.
      const found = bytes.indexOf(CANARY_PREFIX);
      if (found !== -1 && found < bytes.length - LONGEST) return canaryIn(bytes);
      held = Buffer.from(bytes.subarray(Math.max(0, found === -1 ? bytes.length - LONGEST : found)));
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  return canaryIn(held);
}
