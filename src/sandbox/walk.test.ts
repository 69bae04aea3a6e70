import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, lstatSync, mkdirSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dirSync } from 'tmp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sha256 } from '../common/digest.js';
import { walk } from './walk.js';

const asRoot = process.getuid?.() === 0;
let base: { name: string; removeCallback: () => void };
let dir: string;
const at = (path: string): string => join(dir, path);
const roots = () => [{ path: '/home/dev', dir }];
/** Until the kernel's file clock has ticked: before that, an identity is too fresh to be trusted, which is the rule under test. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 50));

beforeEach(() => {
  base = dirSync({ unsafeCleanup: true });
  dir = join(base.name, 'home');
  mkdirSync(dir);
});
afterEach(() => {
  base.removeCallback();
});

describe('walk', () => {
  test('a hole has the digest of its zeros; what is larger than is hashed has its size alone, at once', async () => {
    const zeros = Buffer.alloc(9 * 2 ** 20 + 5);
    writeFileSync(at('hole'), '');
    truncateSync(at('hole'), zeros.length);
    writeFileSync(at('zeros'), zeros);
    writeFileSync(at('endless'), 'a beginning');
    truncateSync(at('endless'), 2 ** 43);
    const { entries, identities } = await walk(roots());
    const [endless, hole, written] = entries;
    expect(endless).toMatchObject({ path: '/home/dev/endless', type: 'file', size: 2 ** 43 });
    expect(endless?.sha256).toBeUndefined();
    expect(hole).toMatchObject({ path: '/home/dev/hole', size: zeros.length, sha256: sha256(zeros) });
    expect(written?.sha256).toBe(hole?.sha256);
    expect((await walk(roots(), { since: identities })).entries).toEqual(entries);
  });

  test('many files that are each small enough end the look together; what has not changed costs nothing', async () => {
    for (const name of ['one', 'two', 'three']) writeFileSync(at(name), '12345');
    await expect(walk(roots(), { most: 14 })).rejects.toMatchObject({ code: 'CLEANSLATE_FILES_TOO_LARGE', message: expect.stringContaining('15 bytes') as string });
    await settle();
    const { identities } = await walk(roots(), { most: 15 });
    expect((await walk(roots(), { since: identities, most: 0 })).entries).toHaveLength(3);
  });

  test('lists every type with mode, owner, size, target and digest, sorted by bytes', async () => {
    mkdirSync(at('d'), { mode: 0o750 });
    writeFileSync(at('d/file'), 'hello', { mode: 0o640 });
    chmodSync(at('d/file'), 0o4750);
    symlinkSync('../nowhere', at('d/link'));
    execFileSync('mkfifo', ['-m', '600', at('pipe')]);
    const { entries } = await walk(roots(), { owner: () => ({ uid: 1000, gid: 1000 }) });
    const owner = { uid: 1000, gid: 1000 };
    expect(entries).toEqual([
      { path: '/home/dev/d', type: 'directory', mode: '0750', ...owner, size: 0 },
      {
        path: '/home/dev/d/file',
        type: 'file',
        mode: '4750',
        ...owner,
        size: 5,
        sha256: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
      },
      { path: '/home/dev/d/link', type: 'symlink', mode: '0777', ...owner, size: 0, link: '../nowhere' },
      { path: '/home/dev/pipe', type: 'fifo', mode: '0600', ...owner, size: 0 },
    ]);
  });

  test('keeps names that are not UTF-8, hold newlines or backslashes', async () => {
    for (const name of [Buffer.from([0x66, 0xff]), Buffer.from('a\nb'), Buffer.from('a\\xff'), Buffer.from('é')])
      writeFileSync(Buffer.concat([Buffer.from(`${dir}/`), name]), '');
    const { entries } = await walk(roots());
    const names = entries.map((entry) => entry.path.slice('/home/dev/'.length));
    expect(new Set(names)).toEqual(new Set(['f\\xff', 'a\nb', 'a\\\\xff', 'é']));
  });

  test('never follows a link, nor a root that has become one', async () => {
    symlinkSync('/etc', at('etc'));
    symlinkSync(dir, join(base.name, 'moved'));
    const paths = (await walk(roots())).entries.map((entry) => entry.path);
    expect(paths).toEqual(['/home/dev/etc']);
    expect((await walk([{ path: '/home/dev', dir: join(base.name, 'moved') }])).entries).toEqual([]);
    expect((await walk([{ path: '/home/dev', dir: join(base.name, 'gone') }])).entries).toEqual([]);
  });

  test('reads again only what changed since, even where size and mtime were put back', async () => {
    for (const name of ['same', 'changed', 'rewritten']) writeFileSync(at(name), 'one');
    utimesSync(at('rewritten'), 1000, 1000);
    await settle();
    const first = await walk(roots());
    expect(first.hashed).toBe(3);
    await settle();
    writeFileSync(at('changed'), 'two!');
    writeFileSync(at('rewritten'), 'two');
    utimesSync(at('rewritten'), 1000, 1000);
    const second = await walk(roots(), { since: first.identities });
    expect(second.hashed).toBe(2);
    expect(second.entries).toEqual((await walk(roots())).entries);
    expect((await walk(roots(), { since: second.identities })).entries).toEqual(second.entries);
  });

  test('a visitor leaves out an entry with all below it', async () => {
    mkdirSync(at('out/deep'), { recursive: true });
    writeFileSync(at('in'), '');
    const { entries } = await walk(roots(), { visit: (path) => path !== '/home/dev/out' });
    expect(entries.map((entry) => entry.path)).toEqual(['/home/dev/in']);
  });

  test('lists 5,000 files in deep and wide trees without blocking others for long', async () => {
    for (let d = 0; d < 50; d += 1) {
      mkdirSync(at(`${String(d)}/a/b/c`), { recursive: true });
      for (let f = 0; f < 100; f += 1) writeFileSync(at(`${String(d)}/a/b/c/${String(f)}`), String(f));
    }
    let turns = 0;
    const count = setInterval(() => (turns += 1), 1);
    const { entries } = await walk(roots());
    clearInterval(count);
    expect(entries.length).toBe(5_000 + 50 * 4);
    expect(turns).toBeGreaterThan(5);
  });
});

describe.runIf(asRoot)('walk, as another user', () => {
  test('what can not be read is an error that names it, never silently missing', async () => {
    writeFileSync(at('foreign'), 'x', { mode: 0o600 });
    chmodSync(base.name, 0o755);
    chmodSync(dir, 0o755);
    await asOwnerOf([dir], async () => {
      await expect(walk(roots())).rejects.toMatchObject({
        code: 'CLEANSLATE_UNREADABLE',
        message: expect.stringContaining('foreign') as unknown,
      });
    });
  });
});

/** Runs `use` as somebody who is not root and owns these paths: a real other user where the test may become one. */
async function asOwnerOf(paths: string[], use: () => Promise<void>): Promise<void> {
  if (!asRoot) return use();
  for (const path of paths) chownSync(path, 12_345, 12_345);
  chmodSync(base.name, 0o755);
  process.seteuid?.(12_345);
  try {
    await use();
  } finally {
    process.seteuid?.(0);
  }
}

test('what its owner made unreadable is read, and its mode given back', async () => {
  mkdirSync(at('locked'));
  writeFileSync(at('locked/secret'), 'x');
  chmodSync(at('locked/secret'), 0);
  chmodSync(at('locked'), 0);
  await asOwnerOf([dir, ...(asRoot ? [at('locked'), at('locked/secret')] : [])], async () => {
    const { entries } = await walk(roots());
    expect(entries.map(({ path, mode, size }) => [path, mode, size])).toEqual([
      ['/home/dev/locked', '0000', 0],
      ['/home/dev/locked/secret', '0000', 1],
    ]);
  });
  expect(lstatSync(at('locked')).mode & 0o777).toBe(0);
  chmodSync(at('locked'), 0o700);
});
