import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { extract, type Header } from 'tar-stream';
import { dirSync } from 'tmp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readTar } from './tar-read.js';

let base: { name: string; removeCallback: () => void };
let roots: { path: string; dir: string }[];
const at = (path: string): string => join(base.name, 'home', path);

beforeEach(() => {
  base = dirSync({ unsafeCleanup: true });
  mkdirSync(at(''));
  roots = [{ path: '/home/dev', dir: at('') }];
});
afterEach(() => {
  base.removeCallback();
});

async function unpack(tar: Readable): Promise<[Partial<Header>, string][]> {
  const entries: [Partial<Header>, string][] = [];
  const unpacked = extract();
  tar.on('error', (error) => {
    unpacked.destroy(error);
  });
  tar.pipe(unpacked as unknown as NodeJS.WritableStream);
  for await (const entry of unpacked) {
    const { name, type, mode, linkname } = entry.header;
    entries.push([{ name, type, mode, linkname }, await text(entry as unknown as Readable)]);
  }
  return entries;
}

test('packs files, links and odd names in the order asked for', async () => {
  mkdirSync(at('d'));
  writeFileSync(at('d/a'), 'hello', { mode: 0o640 });
  writeFileSync(Buffer.concat([Buffer.from(at('d/')), Buffer.from([0xff])]), 'odd');
  symlinkSync('/etc/passwd', at('link'));
  const tar = readTar(roots, ['/home/dev/link', '/home/dev/d/\\xff', '/home/dev/d/a']);
  expect(await unpack(tar)).toEqual([
    [{ name: 'home/dev/link', type: 'symlink', mode: 0o777, linkname: '/etc/passwd' }, ''],
    [{ name: 'home/dev/d/\\xff', type: 'file', mode: 0o644, linkname: null }, 'odd'],
    [{ name: 'home/dev/d/a', type: 'file', mode: 0o640, linkname: null }, 'hello'],
  ]);
});

test('goes through no link on the way, and not above a root', async () => {
  writeFileSync(join(base.name, 'outside'), 'secret');
  symlinkSync(base.name, at('escape'));
  for (const path of ['/home/dev/escape/outside', '/home/dev/../outside', '/etc/passwd', '/home/dev/gone'])
    await expect(unpack(readTar(roots, [path]))).rejects.toMatchObject({ code: 'CLEANSLATE_NO_SUCH_FILE' });
});

test('reads what its mode forbids, and refuses what has no bytes to read', async () => {
  writeFileSync(at('locked'), 'x');
  chmodSync(at('locked'), 0);
  expect(await unpack(readTar(roots, ['/home/dev/locked']))).toMatchObject([[{ mode: 0o600 }, 'x']]);
  mkdirSync(at('d'));
  await expect(unpack(readTar(roots, ['/home/dev/d']))).rejects.toMatchObject({ code: 'CLEANSLATE_NOT_A_FILE' });
});

test('100 MB go through a reader that takes its time, without piling up in memory', async () => {
  const chunk = Buffer.alloc(1024 * 1024, 'x');
  for (let i = 0; i < 100; i += 1) writeFileSync(at('big'), chunk, { flag: 'a' });
  const before = process.memoryUsage().arrayBuffers;
  let bytes = 0;
  let most = 0;
  for await (const part of readTar(roots, ['/home/dev/big']) as AsyncIterable<Buffer>) {
    bytes += part.length;
    most = Math.max(most, process.memoryUsage().arrayBuffers);
  }
  expect(bytes).toBeGreaterThan(100 * 1024 * 1024);
  expect(most - before).toBeLessThan(50 * 1024 * 1024);
});
