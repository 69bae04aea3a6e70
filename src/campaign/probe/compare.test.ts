import { expect, test } from 'vitest';
import type { Reach, StateEntry } from '../../agents/adapter.js';
import { compareTable, marksOf } from './compare.js';
import type { ProbeDifference } from './result.js';

const table: StateEntry[] = [
  { pattern: '~/.tool/memory/**', class: 'memory', reaches: 'memory' },
  { pattern: '~/.tool/NOTES.md', class: 'instructions', reaches: 'first' },
  { pattern: '~/.tool/log/**', class: 'history' },
  { pattern: '~/.tool/**', class: 'config' },
  { pattern: '**/NOTES.md', class: 'instructions', reaches: 'first' },
  { pattern: '**/OTHER.md', class: 'instructions' },
];
const HERE = '/home/projects/app';
const agreeing: Record<string, Reach | 'never'> = {
  '/home/dev/.tool/memory/MEMORY.md': 'memory',
  '/home/dev/.tool/NOTES.md': 'first',
  [`${HERE}/NOTES.md`]: 'first',
  [`${HERE}/docs/NOTES.md`]: 'read',
  [`${HERE}/OTHER.md`]: 'never',
  '/home/projects/NOTES.md': 'never',
};
const compare = (marks: Record<string, Reach | 'never'>, written: string[] = [], state = table): ProbeDifference[] => compareTable(sight(marks, written), { state });
const sight = (marks: Record<string, Reach | 'never'>, written: string[] = []): Parameters<typeof compareTable>[0] => ({
  files: Object.keys(marks).map((path) => ({ path, mark: '', text: '' })),
  reached: new Map(Object.entries(marks).filter((one): one is [string, Reach] => one[1] !== 'never')),
  written,
  looks: 1,
});
const lines = (differences: ProbeDifference[]): string[] => differences.map(({ kind, at }) => `${kind} ${at}`);

test('a table agrees with what it says, the furthest of an entry\'s files counting', () => {
  expect(compare(agreeing, ['/home/dev/.tool/log/1', `${HERE}/NOTES.md`])).toEqual([]);
});

test.each([
  ['text of which it has no entry', { '/home/projects/NOTES.md': 'first' }, ['unknown-read /home/projects/NOTES.md']],
  ['text of an entry that says it does not come', { [`${HERE}/OTHER.md`]: 'read' }, ['other-reach **/OTHER.md']],
  ['an entry whose text never comes', { [`${HERE}/NOTES.md`]: 'never', [`${HERE}/docs/NOTES.md`]: 'never' }, ['other-reach **/NOTES.md']],
  ['memory that comes without its feature', { '/home/dev/.tool/memory/MEMORY.md': 'first' }, ['other-reach ~/.tool/memory/**']],
  ['text of what it calls settings', { '/home/dev/.tool/rules.md': 'first' }, ['other-class ~/.tool/**']],
] as const)('a table is wrong about %s', (_what, marks, expected) => {
  expect(lines(compare({ ...agreeing, ...marks }))).toEqual(expected);
});

test('what was written needs an entry', () => {
  expect(lines(compare(agreeing, ['/home/dev/.other/state', `${HERE}/.toolrc`]))).toEqual(['unknown-write ~/.other/state', 'unknown-write .toolrc']);
});

test('without one of its entries, a table is told what that entry was there for', () => {
  const without = (pattern: string): StateEntry[] => table.filter((entry) => entry.pattern !== pattern);
  expect(lines(compare(agreeing, [], without('**/NOTES.md')))).toEqual([`unknown-read NOTES.md`, `unknown-read docs/NOTES.md`]);
  expect(lines(compare(agreeing, [], without('~/.tool/NOTES.md')))).toEqual(['other-class ~/.tool/**']);
  expect(compare(agreeing, [], without('~/.tool/NOTES.md'))[0]?.message).toContain('~/.tool/NOTES.md is in the first request');
});

test('every mark is told with its class, and how it came', () => {
  expect(marksOf(sight({ '/home/dev/.tool/NOTES.md': 'first', '/NOTES.md': 'never' }), { state: table })).toEqual([
    { path: '/home/dev/.tool/NOTES.md', class: 'instructions', reached: 'first' },
    { path: '/NOTES.md', class: null, reached: 'never' },
  ]);
});
