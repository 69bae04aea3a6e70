import { expect, test } from 'vitest';
import { patchOf } from './patches.js';
import { patchedChanges } from './patched-changes.js';

test('each change has its own part, whatever its name is', () => {
  const names = ['plain', 'two\nlines', 'with "quotes"', '\u001b[2Jclears', 'x b/y'];
  const changes = [{ path: '/not-text', blob: 'ab' }, ...names.map((name) => ({ path: `/${name}`, text: 'changes.patch' }))];
  const parts = patchedChanges<{ path: string; text?: string }>(changes, names.map((name) => patchOf({ name, after: { text: `of ${JSON.stringify(name)}\n`, mode: '0644' } })).join(''));
  expect([...(parts ?? [])].map(([{ path }, part]) => [path, /^\+of (.*)$/m.exec(part)?.[1]])).toEqual(names.map((name) => [`/${name}`, JSON.stringify(name)]));
});

test('a patch that does not fit has no parts', () => {
  expect(patchedChanges([{ text: 'changes.patch' }], '')).toBeUndefined();
});
