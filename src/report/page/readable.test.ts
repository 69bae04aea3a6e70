import { expect, test } from 'vitest';
import { readable } from './readable.js';

test.each<[unknown, string]>([
  ['two\nlines', 'two\nlines'],
  [{ command: 'cat a.md', cwd: '/home' }, 'command: cat a.md\ncwd: /home'],
  [{ path: 'a.md', content: 'one\ntwo' }, 'path: a.md\ncontent:\n  one\n  two'],
  [{ content: [{ type: 'text', text: 'found\nit' }], isError: false }, 'content:\n  found\n  it\nisError: false'],
  [['a', { b: null, c: [] }], '- a\n-\n  b: null\n  c: []'],
  [{ '<b>': '\u001b[2J' }, '<b>: \u001b[2J'],
  [undefined, 'nothing'],
  [3, '3'],
])('%j', (value, text) => {
  expect(readable(value)).toBe(text);
});

test('what is nested without end stays short of the stack', () => {
  let deep: unknown = 'end';
  for (let at = 0; at < 1000; at++) deep = [deep];
  expect(readable(deep).split('\n')).toHaveLength(7);
});
