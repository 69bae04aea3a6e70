import { describe, expect, it } from 'vitest';
import { sha256 } from './digest.js';
import { digestEntries, sortEntries, type Entry } from './inventory.js';

const file: Entry = { path: '/home/dev/a', type: 'file', mode: '0644', uid: 1000, gid: 1000, size: 3, sha256: sha256('abc') };
const link: Entry = { path: '/home/dev/l', type: 'symlink', mode: '0777', uid: 1000, gid: 1000, size: 0, link: 'a' };

describe('the digest of a state', () => {
  it('does not depend on the order of keys', () => {
    const turned = Object.fromEntries(Object.entries(file).reverse()) as unknown as Entry;
    expect(digestEntries([turned, link])).toBe(digestEntries([file, link]));
  });

  it.each<Partial<Entry>>([
    { path: '/home/dev/b' }, { type: 'directory' }, { mode: '0600' }, { uid: 0 }, { gid: 0 }, { size: 4 }, { sha256: sha256('abd') }, { link: 'x' },
  ])('is another one with %j', (change) => {
    expect(digestEntries([{ ...file, ...change }])).not.toBe(digestEntries([file]));
  });

  it('cannot be kept by moving text from one entry to another', () => {
    const one: Entry = { ...link, path: '/a\n/b', link: 'c' };
    const other: Entry = { ...link, path: '/a', link: '\n/bc' };
    expect(digestEntries([one])).not.toBe(digestEntries([other]));
    expect(digestEntries([file, link])).not.toBe(digestEntries([file]));
    expect(digestEntries([])).not.toBe(digestEntries([link]));
  });

  it('stays the same from release to release', () => {
    expect(digestEntries([file, link])).toMatchInlineSnapshot(`"c704343d290922acc6c5979659f33b5b33a11715b1bc2bea59a49dd45eef1b4a"`);
  });
});

it('entries are sorted by the raw bytes of their names', () => {
  const paths = ['/b', '/a\\xff', '/a\u{1f600}', '/aé', '/a', '/a/b', '/a-b', '/a\\\\x'];
  const sorted = sortEntries(paths.map((path) => ({ ...file, path }))).map(({ path }) => path);
  expect(sorted).toEqual(['/a', '/a-b', '/a/b', '/a\\\\x', '/aé', '/a\u{1f600}', '/a\\xff', '/b']);
});
