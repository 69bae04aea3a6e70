import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { Decompress } from 'fzstd';

export type BodyFault = 'too-large' | 'encoding' | 'aborted';

/** A request body as it came and decoded; `fault` where it could not be had. */
export interface Body {
  raw: Buffer;
  decoded: Buffer;
  fault: BodyFault | null;
}

/**
 * Reads a whole request body, undoing gzip, deflate, brotli and zstd.
 * `limit` in bytes bounds both what comes in and what it grows to: a small archive of zeros is refused too.
 */
export async function readBody(request: IncomingMessage, limit: number): Promise<Body> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limit) return failed('too-large');
      chunks.push(chunk);
    }
  } catch {
    return failed('aborted');
  }
  const raw = Buffer.concat(chunks);
  return decode(raw, request.headers['content-encoding'] ?? '', limit);
}

const failed = (fault: BodyFault, raw: Buffer = Buffer.alloc(0)): Body => ({ raw, decoded: Buffer.alloc(0), fault });

async function decode(raw: Buffer, encodings: string, limit: number): Promise<Body> {
  let decoded: Buffer = raw;
  // Encodings are listed in the order in which they were applied.
  for (const name of encodings.split(',').map((part) => part.trim().toLowerCase()).reverse()) {
    if (name === '' || name === 'identity') continue;
    const decoder = DECODERS[name];
    if (!decoder) return failed('encoding', raw);
    try {
      decoded = await decoder(decoded, limit);
    } catch (error) {
      return failed((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'too-large' : 'encoding', raw);
    }
  }
  return { raw, decoded, fault: null };
}

type Decoder = (data: Buffer, limit: number) => Promise<Buffer>;

const DECODERS: Record<string, Decoder> = {
  gzip: (data, maxOutputLength) => promisify<Uint8Array, object, Buffer>(gunzip)(data, { maxOutputLength }),
  'x-gzip': (data, maxOutputLength) => promisify<Uint8Array, object, Buffer>(gunzip)(data, { maxOutputLength }),
  deflate: (data, maxOutputLength) => promisify<Uint8Array, object, Buffer>(inflate)(data, { maxOutputLength }),
  br: (data, maxOutputLength) => promisify<Uint8Array, object, Buffer>(brotliDecompress)(data, { maxOutputLength }),
  zstd: (data, limit) => Promise.resolve(unzstd(data, limit)),
};

/** Node 20 has no zstd of its own. */
function unzstd(data: Buffer, limit: number): Buffer {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const stream = new Decompress((chunk) => {
    size += chunk.length;
    if (size > limit) throw Object.assign(new RangeError('too large'), { code: 'ERR_BUFFER_TOO_LARGE' });
    chunks.push(chunk.slice());
  });
  stream.push(data, true);
  return Buffer.concat(chunks);
}
