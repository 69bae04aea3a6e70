import { expect, test } from 'vitest';
import { suppliedFiles } from './supplied.js';

test('sources and lists of a request become files, wherever braces stand around them', () => {
  const request = `Use {these} only.\n\n${JSON.stringify({ sources: { 'a.md': 'One {brace}.', 'b.md': '' }, questions: { q: 'What?' }, records: [{ id: 1 }] }, null, 2)}\nThat is {all}.`;
  expect(suppliedFiles(request)).toEqual([{ path: 'a.md', text: 'One {brace}.' }, { path: 'b.md', text: '' }, { path: 'records', text: '[{"id":1}]' }]);
});

test('a request without sources brings none', () => {
  expect(suppliedFiles('Read the files. {"questions": {"q": "What?"}}')).toEqual([]);
  expect(suppliedFiles('{'.repeat(2000))).toEqual([]);
});
