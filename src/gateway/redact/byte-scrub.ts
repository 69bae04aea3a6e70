import { Transform } from 'node:stream';
import { formsOf, type Secret } from './scrubber.js';

/**
 * A stream that lets no known credential through, wherever chunks are cut: providers quote keys in error messages.
 * Only bytes that may be the beginning of one are held back until more comes, so nothing is delayed otherwise.
 */
export function byteScrub(secrets: readonly Secret[]): Transform {
  const forms = secrets.flatMap(({ name, value }) => formsOf(value).map((form) => ({ bytes: Buffer.from(form), mask: Buffer.from(`[redacted:${name}]`) })));
  let held = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const data = mask(held.length === 0 ? chunk : Buffer.concat([held, chunk]), forms);
      const keep = beginning(data, forms);
      held = Buffer.from(data.subarray(data.length - keep));
      done(null, data.subarray(0, data.length - keep));
    },
    flush(done) {
      done(null, held);
    },
  });
}

interface Form {
  bytes: Buffer;
  mask: Buffer;
}

function mask(data: Buffer, forms: readonly Form[]): Buffer {
  let result = data;
  for (const form of forms) {
    const parts: Buffer[] = [];
    let from = 0;
    for (let at = result.indexOf(form.bytes); at !== -1; at = result.indexOf(form.bytes, from)) {
      parts.push(result.subarray(from, at), form.mask);
      from = at + form.bytes.length;
    }
    if (parts.length > 0) result = Buffer.concat([...parts, result.subarray(from)]);
  }
  return result;
}

/** How many of the last bytes could be the beginning of a form. */
function beginning(data: Buffer, forms: readonly Form[]): number {
  let longest = 0;
  for (const { bytes } of forms) {
    for (let length = Math.min(bytes.length - 1, data.length); length > longest; length -= 1) {
      if (data.subarray(data.length - length).equals(bytes.subarray(0, length))) longest = length;
    }
  }
  return longest;
}
