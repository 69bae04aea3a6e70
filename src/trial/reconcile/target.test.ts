import { expect, test } from 'vitest';
import { WORKSPACE } from '../../sandbox/layout.js';
import { sameOutput } from './same-output.js';
import { targetOf } from './target.js';

const target = (given: unknown): string => targetOf({ name: 'any', arguments: given });

test.each([
  ['/bin/bash -lc "cat -- \'A B.md\'"', "cat -- 'A B.md'"],
  ["/bin/bash -lc 'cat NOTES.txt'", 'cat NOTES.txt'],
  ['bash -lc pwd', 'pwd'],
  ["sh -c 'a'\"'\"'b'", "a'b"],
  ['bash script.sh one', 'bash script.sh one'],
  ["bash -c 'a' b", "bash -c 'a' b"],
])('the command in %s', (written, meant) => {
  expect(target({ command: written })).toBe(target({ cmd: meant }));
  expect(target({ command: written })).toBe(meant);
});

test('a list of words, a path however it is written, a search with its place', () => {
  expect(target({ command: ['bash', '-lc', 'ls -a'] })).toBe('ls -a');
  expect(target({ file_path: `${WORKSPACE}/state/a.md` })).toBe(target({ path: './state/a.md' }));
  expect(target({ path: 'a.md' })).not.toBe(target({ path: 'b.md' }));
  expect(target({ pattern: 'x', path: 'src' })).not.toBe(target({ pattern: 'x', path: 'test' }));
  expect(target({ changes: [{ path: 'b' }, { path: 'a' }] })).toBe(target({ changes: [{ path: `${WORKSPACE}/a` }, { path: `${WORKSPACE}/b` }] }));
  expect(target({ b: 1, a: 2 })).toBe(target({ a: 2, b: 1 }));
});

const long = Array.from({ length: 400 }, (_, at) => `line ${String(at)}`).join('\n');

test.each([
  ['equal', 'a\nb', 'a\nb', true],
  ['with a heading', 'a\nb\n', 'Wall time: 1\nOutput:\na\r\nb', true],
  ['nothing, and words for it', '', '(no output)', true],
  ['something where nothing is told', 'a', '', false],
  ['another text', 'a', 'b', false],
  ['cut in the middle', long, `Output:\n${long.slice(0, 1500)}\n… 90 tokens truncated …\n${long.slice(-1200)}`, true],
  ['cut at the end', `${long.slice(0, 2000)}[truncated]`, long, true],
  ['changed in the middle', long, long.replace('line 200', 'line 2OO').replace('line 300', `${'x'.repeat(500)}`), false],
])('outputs: %s', (_, stream, wire, same) => {
  expect(sameOutput(stream, wire)).toBe(same);
});
