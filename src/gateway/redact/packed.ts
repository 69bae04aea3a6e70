import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createInflate, createInflateRaw, inflateSync, type Gunzip, type Inflate, type InflateRaw } from 'node:zlib';
import type { Scrubber } from './scrubber.js';
import { streamScrub } from './stream-scrub.js';

/**
 * What was found in packed bytes: a credential, nothing, or that they cannot be looked into (a format that nobody here unpacks, more
 * than `LARGEST` in them). Masking inside would break the archive, so a file is kept as a whole or not at all.
 */
export type Inside = 'clean' | 'credential' | 'closed';

/** Most that is unpacked of one file, bytes: a small archive can hold any amount. */
const LARGEST = 128 << 20;

const startsWith = (bytes: Uint8Array, ...magic: number[]): boolean => magic.every((byte, at) => bytes[at] === byte);

const isGzip = (bytes: Uint8Array): boolean => startsWith(bytes, 0x1f, 0x8b, 8);
/** Also a loose object of git. Levels of compression: nothing, fast, usual, best. */
const isZlib = (bytes: Uint8Array): boolean => startsWith(bytes, 0x78) && [0x01, 0x5e, 0x9c, 0xda].includes(bytes[1] ?? 0);
const isZip = (bytes: Uint8Array): boolean => startsWith(bytes, 0x50, 0x4b, 3, 4);
const isGitPack = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, 4)).toString('latin1') === 'PACK';
/** bzip2, xz, zstd, 7z, lz4: Node 20 unpacks none of them. */
const CLOSED = [[0x42, 0x5a, 0x68], [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0], [0x28, 0xb5, 0x2f, 0xfd], [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], [0x04, 0x22, 0x4d, 0x18]];
const isClosed = (bytes: Uint8Array): boolean => CLOSED.some((magic) => startsWith(bytes, ...magic));

/** Whether bytes that begin so are packed. @param head at least the first 8 of them, where there are so many */
export const isPacked = (head: Uint8Array): boolean => [isGzip, isZlib, isZip, isGitPack, isClosed].some((is) => is(head));

/**
 * Looks for credentials in packed bytes: gzip, zlib, zip and git's packs. Never throws: what breaks off is looked at as far as it goes.
 * @param most_bytes that are unpacked
 */
export async function lookInside(bytes: Buffer, scrubber: Scrubber, most_bytes = LARGEST): Promise<Inside> {
  const look = new Look(scrubber, most_bytes);
  if (isClosed(bytes)) return 'closed';
  if (isGzip(bytes)) await look.at(bytes, createGunzip(AS_FAR_AS_IT_GOES));
  else if (isZip(bytes)) for (const member of membersOf(bytes)) await look.at(member, createInflateRaw(AS_FAR_AS_IT_GOES));
  else if (isGitPack(bytes)) await look.through(objectsIn(bytes));
  else if (isZlib(bytes)) await look.at(bytes, createInflate(AS_FAR_AS_IT_GOES));
  return look.result;
}

const AS_FAR_AS_IT_GOES = { finishFlush: constants.Z_SYNC_FLUSH };

/** One file's worth of unpacked bytes. */
class Look {
  #found = false;
  #bytes = 0;

  constructor(
    private readonly scrubber: Scrubber,
    private readonly most_bytes: number,
  ) {}

  get result(): Inside {
    if (this.#found) return 'credential';
    return this.#bytes > this.most_bytes ? 'closed' : 'clean';
  }

  async at(packed: Buffer, unpack: Gunzip | Inflate | InflateRaw): Promise<void> {
    unpack.end(packed);
    await this.through(unpack);
  }

  /** Stops at the first credential, or where it is too much. */
  async through(plain: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<void> {
    const look = streamScrub(this.scrubber, () => { this.#found = true; });
    await pipeline(this.#counted(plain), look, async (clean: AsyncIterable<Buffer>) => { for await (const _ of clean); });
  }

  async *#counted(plain: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of plain) {
        this.#bytes += chunk.length;
        if (this.#found || this.#bytes > this.most_bytes) return;
        yield chunk;
      }
    } catch {
      // It was no whole archive; what it had up to there is looked at.
    }
  }
}

const LOCAL_HEADER = Buffer.from([0x50, 0x4b, 3, 4]);
const DEFLATED = 8;

/** The deflated members of a zip, each from its beginning on: they end by themselves. Those that are stored can be read as they are. */
function* membersOf(zip: Buffer): Generator<Buffer> {
  for (let at = zip.indexOf(LOCAL_HEADER); at !== -1 && at + 30 <= zip.length; at = zip.indexOf(LOCAL_HEADER, at + 4)) {
    const from = at + 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28);
    if (zip.readUInt16LE(at + 8) === DEFLATED) yield zip.subarray(from);
  }
}

const PACK_HEADER = 12;
const OFFSET_DELTA = 6;
const REFERENCE_DELTA = 7;
const ID_BYTES = 20;

/** What the objects of a git pack hold, a newline between them; of deltas what is new in them, which stands there in full. */
function* objectsIn(pack: Buffer): Generator<Buffer> {
  let at = PACK_HEADER;
  for (let left = pack.readUInt32BE(8); left > 0 && at < pack.length; left -= 1) {
    const type = ((pack[at] ?? 0) >> 4) & 7;
    at = afterVarint(pack, at);
    if (type === OFFSET_DELTA) at = afterVarint(pack, at);
    else if (type === REFERENCE_DELTA) at += ID_BYTES;
    const { buffer, engine } = inflateSync(pack.subarray(at), { info: true }) as unknown as { buffer: Buffer; engine: { bytesWritten: number } };
    at += engine.bytesWritten;
    yield Buffer.concat([type >= OFFSET_DELTA ? newIn(buffer) : buffer, NEWLINE]);
  }
}

const NEWLINE = Buffer.from('\n');

/** Its instructions copy from another object, or bring up to 127 bytes of their own. */
function newIn(delta: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = afterVarint(delta, afterVarint(delta, 0)); at < delta.length; ) {
    const instruction = delta[at] ?? 0;
    at += 1;
    if ((instruction & 0x80) === 0) parts.push(delta.subarray(at, at + instruction));
    else parts.push(NEWLINE);
    at += (instruction & 0x80) === 0 ? instruction : ones(instruction & 0x7f);
  }
  return Buffer.concat(parts);
}

const ones = (bits: number): number => [...bits.toString(2)].filter((bit) => bit === '1').length;

/** Numbers of a pack go on as long as a byte's highest bit is set. */
function afterVarint(pack: Buffer, at: number): number {
  let end = at;
  while (((pack[end] ?? 0) & 0x80) !== 0) end += 1;
  return end + 1;
}
