import { expect, test } from 'vitest';
import type { StateEntry } from './adapter.js';
import { classOf } from './state-table.js';

const table: StateEntry[] = [
  { pattern: '~/.tool/skills/.system/**', class: 'cache' },
  { pattern: '~/.tool/skills/**', class: 'instructions' },
  { pattern: '**/NOTES.md', class: 'instructions' },
  { pattern: '../NOTES.md', class: 'memory' },
  { pattern: '/etc/tool/**', class: 'config' },
];
const classify = (path: string): string | undefined => classOf(path, table, { home: '/home/dev', workspace: '/home/projects/app' });

test.each([
  ['/home/dev/.tool/skills/.system/a/b', 'cache'],
  ['/home/dev/.tool/skills/mine/SKILL.md', 'instructions'],
  ['/home/projects/app/NOTES.md', 'instructions'],
  ['/home/projects/app/.hidden/sub/NOTES.md', 'instructions'],
  ['/home/projects/NOTES.md', 'memory'],
  ['/etc/tool/x', 'config'],
  ['/home/dev/NOTES.md', undefined],
  ['/home/dev/.tool/other', undefined],
])('%s is %s', (path, expected) => {
  expect(classify(path)).toBe(expected);
});
