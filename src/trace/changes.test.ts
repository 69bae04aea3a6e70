import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../common/digest.js';
import type { Entry, Inventory } from '../common/inventory.js';
import { sortEntries } from '../common/inventory.js';
import { compareInventories, touchesContent } from './changes.js';

const base = { mode: '0644', uid: 1000, gid: 1000 };
const file = (path: string, text: string, more: Partial<Entry> = {}): Entry => ({ path, type: 'file', ...base, size: Buffer.byteLength(text), sha256: sha256(text), ...more });
const folder = (path: string): Entry => ({ path, type: 'directory', ...base, mode: '0755', size: 0 });
const symlink = (path: string, link: string): Entry => ({ path, type: 'symlink', ...base, mode: '0777', size: 0, link });
const of = (...entries: Entry[]): Inventory => ({ strategy: 'walk', entries: sortEntries(entries) });
const kinds = (before: Inventory, after: Inventory): string[] =>
  compareInventories(before, after).map(({ path, kind, from }) => `${kind} ${path}${from === undefined ? '' : ` from ${from}`}`);

describe('what changed', () => {
  it('is told by kind and sorted by the bytes of the path', () => {
    const before = of(file('/b', 'x'), file('/gone', 'g'), file('/mode', 'm'), file('/own', 'o'), symlink('/link', 'a'), file('/type', 't'), folder('/dir'), file('/same', 's'));
    const after = of(file('/b', 'y'), file('/mode', 'm', { mode: '0755', uid: 0 }), file('/own', 'o', { uid: 0 }), symlink('/link', 'b'), folder('/type'), file('/same', 's'), file('/new/é', ''), folder('/new'), file('/new-', ''), file('/n\\xff', ''));
    expect(kinds(before, after)).toEqual([
      'modified /b', 'deleted /dir', 'deleted /gone', 'modified /link', 'mode-changed /mode', 'created /new', 'created /new-', 'created /new/é', 'created /n\\xff',
      'owner-changed /own', 'type-changed /type',
    ]);
    const metadata = compareInventories(before, after).filter((change) => !touchesContent(change)).map(({ path }) => path);
    expect(metadata).toEqual(['/mode', '/own']);
  });

  it('carries both sides', () => {
    expect(compareInventories(of(file('/a', 'x')), of(file('/a', 'long', { mode: '0600' })))).toEqual([
      {
        path: '/a', kind: 'modified',
        before: { type: 'file', ...base, size: 1, sha256: sha256('x') },
        after: { type: 'file', ...base, mode: '0600', size: 4, sha256: sha256('long') },
      },
    ]);
  });

  it('is unknown, and no less, of a file that is too large for a digest', () => {
    const large = (size: number): Inventory => of({ path: '/large', type: 'file', ...base, size });
    expect(kinds(large(2 ** 33), large(2 ** 33))).toEqual(['modified /large']);
    expect(kinds(of(file('/large', 'x')), large(2 ** 33))).toEqual(['modified /large']);
    expect(kinds(large(2 ** 33), of({ path: '/moved', type: 'file', ...base, size: 2 ** 33 }))).toEqual(['deleted /large', 'created /moved']);
  });

  it('is a rename only where nothing else could be meant', () => {
    expect(kinds(of(file('/a', 'x')), of(file('/b', 'x')))).toEqual(['renamed /b from /a']);
    expect(kinds(of(file('/a', 'x'), file('/c', 'x')), of(file('/b', 'x')))).toEqual(['deleted /a', 'created /b', 'deleted /c']);
    expect(kinds(of(file('/a', 'x')), of(file('/b', 'x'), file('/c', 'x')))).toEqual(['deleted /a', 'created /b', 'created /c']);
    expect(kinds(of(file('/a', '')), of(file('/b', '')))).toEqual(['deleted /a', 'created /b']);
    expect(kinds(of(file('/a', 'x')), of(file('/a', 'x'), file('/b', 'x')))).toEqual(['created /b']);
  });

  it('between a state and itself is nothing, and turned around is the opposite', () => {
    const entry = fc.record({ path: fc.constantFrom('/a', '/b', '/c', '/d/e', '/d'), text: fc.constantFrom('', 'x', 'y'), mode: fc.constantFrom('0644', '0755'), uid: fc.constantFrom(0, 1000) });
    const state = fc.uniqueArray(entry, { selector: ({ path }) => path }).map((list) => of(...list.map(({ path, text, mode, uid }) => file(path, text, { mode, uid }))));
    const opposite: Record<string, string> = { created: 'deleted', deleted: 'created' };
    fc.assert(fc.property(state, state, (one, other) => {
      expect(compareInventories(one, one)).toEqual([]);
      const there = compareInventories(one, other).map(({ kind, path, from }) => `${opposite[kind] ?? kind} ${from ?? path}`).sort();
      const back = compareInventories(other, one).map(({ kind, path }) => `${kind} ${path}`).sort();
      expect(there).toEqual(back);
    }));
  });
});

describe('two inventories of 100,000 entries', () => {
  /** How often entries are looked at, when every tenth file changed and every twentieth moved. */
  function looks(count: number): number {
    let seen = 0;
    const watched = (entry: Entry): Entry => new Proxy(entry, { get: (target, key) => { seen += 1; return Reflect.get(target, key) as unknown; } });
    const names = Array.from({ length: count }, (_, n) => `/home/dev/${String(n).padStart(6, '0')}`);
    const before: Inventory = { strategy: 'walk', entries: names.map((path, n) => watched(file(path, `text ${String(n)}`))) };
    const after: Inventory = {
      strategy: 'walk',
      entries: names.map((path, n) => watched(file(n % 20 === 1 ? `${path}.moved` : path, n % 10 === 0 ? 'changed' : `text ${String(n)}`))),
    };
    const changes = compareInventories(before, after);
    expect(changes.filter(({ kind }) => kind === 'renamed')).toHaveLength(count / 20);
    expect(changes).toHaveLength(count / 10 + count / 20);
    return seen;
  }

  it('cost a hundred times what those of 1,000 cost', () => {
    expect(looks(100_000)).toBe(100 * looks(1000));
  });
});
