import { expect, test } from 'vitest';
import { adaptationSchema, adaptFiles } from './adaptations.js';

const read = (documents: unknown): boolean => adaptationSchema.safeParse({ id: 'own-name', why: 'reads CLAUDE.md only', documents }).success;
const ADAPTATIONS = [adaptationSchema.parse({ id: 'own-name', why: 'reads CLAUDE.md only', documents: [{ document: 'AGENTS.md', as: 'CLAUDE.md' }] })];

test('a document stands under its other name too, byte for byte, and whatever becomes of it becomes of both', () => {
  expect([...adaptFiles(new Map([['AGENTS.md', 'Use Postgres.'], ['b.md', 'B']]), ADAPTATIONS)]).toEqual([['AGENTS.md', 'Use Postgres.'], ['b.md', 'B'], ['CLAUDE.md', 'Use Postgres.']]);
  expect(adaptFiles(new Map([['AGENTS.md', { text: null }]]), ADAPTATIONS).get('CLAUDE.md')).toEqual({ text: null });
});

test('files without it, and configurations without any, are as they were', () => {
  const files = new Map([['b.md', 'B']]);
  expect(adaptFiles(files, ADAPTATIONS)).toBe(files);
  expect(adaptFiles(files)).toBe(files);
});

test.each([
  ['another wording', [{ document: 'AGENTS.md', as: 'CLAUDE.md', text: 'Use MySQL.' }]],
  ['a place outside of the workspace', [{ document: 'AGENTS.md', as: '../CLAUDE.md' }]],
  ['the repository itself', [{ document: 'AGENTS.md', as: '.git/config' }]],
  ['nothing', []],
])('%s is refused', (_, documents) => {
  expect(read(documents)).toBe(false);
});
