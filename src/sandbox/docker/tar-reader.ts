import type { Readable } from 'node:stream';
import { ByteReader } from './byte-reader.js';

/** One member of an archive. Names are bytes: they need not be UTF-8, and tar-stream would replace those that are not. */
export interface Member {
  name: Buffer;
  link: Buffer;
  /** Type flag of the format: `0` file, `1` hard link, `2` symlink, `3` and `4` devices, `5` directory, `6` FIFO. */
  flag: string;
  mode: number;
  uid: number;
  gid: number;
  /** Bytes of content that follow. */
  size: number;
  mtime: number;
}

/** Reads at most this much for one extended header; real ones are hundreds of bytes. */
const MAX_EXTENSION = 4 * 1024 * 1024;
const BLOCK = 512;

/**
 * Reads the archives that engines send (Go's writer: USTAR with PAX, GNU long names) as a stream, with flat memory.
 * `visit` gets each member and its content in chunks, which it may leave unread.
 * Throws if the archive is malformed, or ends before its end mark: an engine that dies must not look like an empty directory.
 */
export async function readArchive(
  source: Readable,
  visit: (member: Member, content: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  const reader = new ByteReader(source);
  const extended = new Map<string, Buffer>();
  for (;;) {
    const header = await reader.exactly(BLOCK);
    if (header.every((byte) => byte === 0)) break;
    const member = decode(header);
    if ('xgLK'.includes(member.flag)) {
      if (member.size > MAX_EXTENSION) throw new Error('malformed archive: endless extended header');
      extend(extended, member.flag, await reader.exactly(member.size));
    } else {
      apply(extended, member);
      await visit(member, reader.limited(member.size));
    }
    await reader.skip(padding(member.size));
  }
  source.resume(); // the second zero block; lets the connection be used again
}

const padding = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK;

function decode(header: Buffer): Member {
  const sum = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 0x20 : byte), 0);
  if (sum !== number(header.subarray(148, 156))) throw new Error('malformed archive: checksum of a header');
  const name = text(header.subarray(0, 100));
  const isPosix = header.toString('latin1', 257, 263) === 'ustar\0';
  const prefix = isPosix ? text(header.subarray(345, 500)) : Buffer.alloc(0);
  return {
    name: prefix.length > 0 ? Buffer.concat([prefix, Buffer.from('/'), name]) : name,
    link: text(header.subarray(157, 257)),
    flag: header[156] === 0 ? '0' : String.fromCharCode(header[156] ?? 0),
    mode: number(header.subarray(100, 108)),
    uid: number(header.subarray(108, 116)),
    gid: number(header.subarray(116, 124)),
    size: hasContent(header[156]) ? number(header.subarray(124, 136)) : 0,
    mtime: number(header.subarray(136, 148)),
  };
}

/** Links, devices, directories and FIFOs have none, whatever their size field says. */
const hasContent = (flag: number | undefined): boolean => !'123456'.includes(String.fromCharCode(flag ?? 0));

/** Octal digits, or base 256 where the first bit is set. */
function number(field: Buffer): number {
  if (((field[0] ?? 0) & 0x80) !== 0) return field.reduce((total, byte, at) => total * 256 + (at === 0 ? byte & 0x7f : byte), 0);
  const digits = field.toString('latin1').replaceAll(/[\0 ]/g, '');
  return digits === '' ? 0 : Number.parseInt(digits, 8);
}

function text(field: Buffer): Buffer {
  const end = field.indexOf(0);
  return end === -1 ? field : field.subarray(0, end);
}

function extend(extended: Map<string, Buffer>, flag: string, content: Buffer): void {
  if (flag === 'L') extended.set('path', text(content));
  else if (flag === 'K') extended.set('linkpath', text(content));
  else if (flag === 'x') for (const [key, value] of records(content)) extended.set(key, value);
}

/** PAX records: `<length> <key>=<value>\n`, the length counting all of it; a value may hold any byte. */
function* records(content: Buffer): Generator<[string, Buffer]> {
  for (let at = 0; at < content.length; ) {
    const space = content.indexOf(0x20, at);
    const length = Number(content.toString('latin1', at, space));
    const equals = content.indexOf(0x3d, space);
    if (space === -1 || equals === -1 || !Number.isInteger(length) || length <= 0) throw new Error('malformed archive: extended header');
    yield [content.toString('utf8', space + 1, equals), content.subarray(equals + 1, at + length - 1)];
    at += length;
  }
}

function apply(extended: Map<string, Buffer>, member: Member): void {
  member.name = extended.get('path') ?? member.name;
  member.link = extended.get('linkpath') ?? member.link;
  for (const key of ['size', 'uid', 'gid', 'mtime'] as const) {
    const value = extended.get(key);
    if (value !== undefined) member[key] = Math.floor(Number(value.toString('latin1')));
  }
  extended.clear();
}
