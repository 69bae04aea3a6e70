import { execa } from 'execa';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../test/support/temporary.js';
import { isPacked, lookInside } from './packed.js';
import { Scrubber } from './scrubber.js';

const KEY = `gh${'p_'}${'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zaB3d'}x`;
const TEXT = `${'What a project says.\n'.repeat(2000)}token=${KEY}\n${'And goes on.\n'.repeat(2000)}`;
const PLAIN = TEXT.replace(KEY, 'in the vault');
const scrubber = new Scrubber([{ name: 'OWN', value: 'of-no-known-shape' }]);
const inside = async (bytes: Buffer): Promise<unknown[]> => [isPacked(bytes.subarray(0, 8)), await lookInside(bytes, scrubber)];

/** A zip of one deflated member, as programs that stream write it: its sizes come after it. */
function zipOf(text: string): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32BE(0x504b0304, 0);
  header.writeUInt16LE(8, 8);
  header.writeUInt16LE(5, 26);
  return Buffer.concat([header, Buffer.from('a.txt'), deflateRawSync(text)]);
}

async function tarOf(text: string): Promise<Buffer> {
  const tar = pack();
  tar.entry({ name: 'a/.env' }, text);
  tar.finalize();
  return buffer(tar as unknown as Readable);
}

test.each<[string, (text: string) => Buffer | Promise<Buffer>]>([
  ['gzip', gzipSync],
  ['gzip of several parts', (text) => Buffer.concat([gzipSync('first'), gzipSync(text)])],
  ['a tar in gzip', async (text) => gzipSync(await tarOf(text))],
  ['zlib', deflateSync],
  ['zip', zipOf],
  ['gzip that breaks off', (text) => gzipSync(`${text}${'And so on.\n'.repeat(9)}`).subarray(0, -12)],
])('a credential in %s is seen, and nothing where there is none', async (_name, packed) => {
  expect(await inside(await packed(TEXT))).toEqual([true, 'credential']);
  expect(await inside(await packed(`x=${'of-no-known-shape'}\n`))).toEqual([true, 'credential']);
  expect(await inside(await packed(PLAIN))).toEqual([true, 'clean']);
});

test('in loose objects of git and in its packs, also where only the difference to another object is stored', async () => {
  const folder = temporaryDirectory();
  const git = (...args: string[]): Promise<unknown> => execa('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], { cwd: folder });
  await git('init', '-q');
  const filesIn = (below: string): Buffer[] => readdirSync(join(folder, '.git/objects', below), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile() && !/\.(idx|rev)$/.test(entry.name)).map((entry) => readFileSync(join(entry.parentPath, entry.name)));
  const commit = async (text: string): Promise<void> => {
    writeFileSync(join(folder, 'notes.md'), text);
    await git('add', '.');
    await git('commit', '-q', '-m', 'one more');
  };
  const lines = Array.from({ length: 3000 }, (_, at) => `Line ${String(at * 7919)} of the notes.`);
  await commit(lines.join('\n'));
  expect((await Promise.all(filesIn('').map(inside))).flat()).not.toContain('credential');
  // At the beginning of a line: what a difference has before it is a byte of its own.
  await commit(lines.toSpliced(1500, 0, KEY).join('\n'));
  expect((await Promise.all(filesIn('').map(inside))).flat().filter((found) => found === 'credential')).toHaveLength(1);
  await git('gc', '-q', '--aggressive');
  const [packed, ...more] = filesIn('pack');
  expect(more).toEqual([]);
  expect(await inside(packed ?? Buffer.alloc(0))).toEqual([true, 'credential']);
});

test('what cannot be unpacked is closed, and what only begins like an archive is looked at as far as it goes', async () => {
  for (const magic of ['fd377a585a0000', '28b52ffd04', '425a6839', '377abcaf271c']) expect(await inside(Buffer.from(`${magic}0102030405060708`, 'hex'))).toEqual([true, 'closed']);
  for (const head of [Buffer.from([0x1f, 0x8b, 8]), Buffer.from([0x78, 0x9c]), Buffer.from('PACK\0\0\0\x02\0\0\0\x01'), Buffer.from([0x50, 0x4b, 3, 4])]) expect(await inside(Buffer.concat([head, Buffer.alloc(100, 7)]))).toEqual([true, 'clean']);
  for (const text of ['PAC', 'plain words', 'x marks the place', '']) expect(isPacked(Buffer.from(text)), text).toBe(false);
});

test('an archive that holds more than anybody looks at is closed', { timeout: 60_000 }, async () => {
  expect(await lookInside(gzipSync(Buffer.alloc(200 << 20, 'x\n')), scrubber)).toBe('closed');
});
