import { execFileSync } from 'node:child_process';
import { createReadStream, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { type Header, pack } from 'tar-stream';
import { dirSync } from 'tmp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { unpack } from './unpack.js';

let base: { name: string; removeCallback: () => void };
let home: string;
const into = (tar: Readable): Promise<void> =>
  unpack(tar, [{ path: '/home', dir: home }], { owner: undefined, fixed: ['/home', '/home/dev'], scratch: base.name });

beforeEach(() => {
  base = dirSync({ unsafeCleanup: true });
  home = join(base.name, 'home');
  mkdirSync(join(home, 'dev'), { recursive: true });
});
afterEach(() => {
  base.removeCallback();
});

type Named = Partial<Header> & Pick<Header, 'name'>;
function tarOf(...headers: Named[]): Readable {
  const tar = pack();
  for (const header of headers) tar.entry(header, header.type === undefined ? 'content' : '');
  tar.finalize();
  return tar as unknown as Readable;
}

test.each<[string, Named[]]>([
  ['a parent in its name', [{ name: 'home/dev/../../outside' }]],
  ['an absolute name', [{ name: '/home/dev/file' }]],
  ['a place that no sandbox has', [{ name: 'etc/passwd' }]],
  ['a way through a link', [{ name: 'home/dev/out', type: 'symlink', linkname: '../../' }, { name: 'home/dev/out/outside' }]],
  ['a directory through a link', [{ name: 'home/dev/out', type: 'symlink', linkname: '../../' }, { name: 'home/dev/out/outside', type: 'directory' }]],
  ['a hard link to elsewhere', [{ name: 'home/dev/out', type: 'link', linkname: '../planted' }]],
  ['a hard link to an absolute place', [{ name: 'home/dev/out', type: 'link', linkname: '/etc/passwd' }]],
  ['a device', [{ name: 'home/dev/null', type: 'character-device', devmajor: 1, devminor: 3 }]],
  ['a file in place of the home', [{ name: 'home/dev' }]],
  ['a file below a file', [{ name: 'home/dev/f' }, { name: 'home/dev/f/g' }]],
])('refuses %s', async (_what, headers) => {
  writeFileSync(join(base.name, 'planted'), 'as it was');
  await expect(into(tarOf(...headers))).rejects.toMatchObject({ code: 'CLEANSLATE_SEED' });
  expect(readFileSync(join(base.name, 'planted'), 'utf8')).toBe('as it was');
  expect(existsSync(join(base.name, 'outside'))).toBe(false);
});

test('what stands for a link is replaced, not written through', async () => {
  writeFileSync(join(base.name, 'planted'), 'as it was');
  await into(tarOf({ name: 'home/dev/f', type: 'symlink', linkname: '../../planted' }, { name: 'home/dev/f' }));
  expect(readFileSync(join(base.name, 'planted'), 'utf8')).toBe('as it was');
  expect(readFileSync(join(home, 'dev/f'), 'utf8')).toBe('content');
});

test('takes what GNU tar makes: names that are no text, long ones, hard links, FIFOs, modes, times', async () => {
  const from = join(base.name, 'from');
  const odd = Buffer.concat([Buffer.from(`${from}/home/dev/`), Buffer.from([0x66, 0xff, 0x5c, 0x78])]);
  mkdirSync(join(from, 'home/dev/shut'), { recursive: true });
  writeFileSync(odd, 'odd');
  writeFileSync(join(from, 'home/dev/shut/x'), 'in a directory without write permission', { mode: 0o400 });
  writeFileSync(join(from, `home/dev/${'n'.repeat(200)}`), 'long');
  execFileSync('sh', ['-c', 'cd home/dev; ln shut/x same; mkfifo -m 640 pipe; ln -s "$(printf "\\377")" link; chmod 2555 shut; touch -h -d @86400 shut link', 'sh'], { cwd: from });
  execFileSync('tar', ['--format=gnu', '-cf', join(base.name, 'tar'), '-C', from, 'home']);
  await into(createReadStream(join(base.name, 'tar')));
  const names = readdirSync(join(home, 'dev'), { encoding: 'buffer' }).map((name) => name.toString('latin1'));
  expect(names.sort()).toEqual(['f\xff\\x', 'link', 'n'.repeat(200), 'pipe', 'same', 'shut'].sort());
  const shut = lstatSync(join(home, 'dev/shut'));
  expect([shut.mode & 0o7777, shut.mtimeMs]).toEqual([0o2555, 86_400_000]);
  expect(lstatSync(join(home, 'dev/link')).mtimeMs).toBe(86_400_000);
  expect(readlinkSync(join(home, 'dev/link'), { encoding: 'buffer' })).toEqual(Buffer.from([0xff]));
  expect(lstatSync(join(home, 'dev/same')).ino).toBe(lstatSync(join(home, 'dev/shut/x')).ino);
  expect(lstatSync(join(home, 'dev/pipe')).isFIFO()).toBe(true);
});

test('a tar that is cut short is an error', async () => {
  writeFileSync(join(base.name, 'f'), Buffer.alloc(100_000));
  execFileSync('sh', ['-c', 'tar -cf - --transform s,^,home/dev/, f | head -c 50000 > cut'], { cwd: base.name });
  await expect(into(createReadStream(join(base.name, 'cut')))).rejects.toMatchObject({ code: 'CLEANSLATE_SEED' });
});
