import { Transform } from 'node:stream';
import type { Scrubber } from './scrubber.js';

const NEWLINE = 10;
/** So much is looked at together where no line ends, bytes. */
const LONGEST = 1 << 20;
/** So much of it waits for what comes next: longer than any credential of one line. */
const KEPT_BACK = 16 << 10;
const BEGIN = Buffer.from('-----BEGIN ');
const END = Buffer.from('-----END ');

/**
 * A stream without whatever in it is or looks like a credential, wherever chunks are cut. All other bytes pass as they are, text or not, line by line.
 * @param onMask called for each part in which something was masked
 * @param inPlace what comes out is as long as what went in
 */
export function streamScrub(scrubber: Scrubber, onMask: () => void = () => undefined, inPlace = false): Transform {
  let held = Buffer.alloc(0);
  const clean = (part: Buffer): Buffer => {
    const masked = inPlace ? scrubber.bytesInPlace(part) : scrubber.bytes(part);
    if (masked !== part) onMask();
    return masked;
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const data = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      const end = whole(data);
      held = Buffer.from(data.subarray(end));
      done(null, end === 0 ? undefined : clean(data.subarray(0, end)));
    },
    flush(done) {
      done(null, held.length === 0 ? undefined : clean(held));
    },
  });
}

/** How many bytes can be looked at without what comes next. */
function whole(data: Buffer): number {
  const line = data.lastIndexOf(NEWLINE) + 1;
  const end = line > 0 ? line : data.length > LONGEST ? data.length - KEPT_BACK : 0;
  // A private key has many lines.
  const looked = data.subarray(0, end);
  const begun = looked.lastIndexOf(BEGIN);
  const open = begun !== -1 && looked.indexOf(END, begun) === -1 && data.length - begun < KEPT_BACK;
  return open ? begun : end;
}
