import { expect, test } from 'vitest';
import type { Evidence } from './evidence.js';
import { givenTo } from './given.js';

const left = (answer: string, files: Record<string, string | null> = {}): Evidence => {
  const after = new Map(Object.entries(files).map(([path, text]) => [path, { sha256: path, text }]));
  return { sessions: [{ before: new Map(), after, calls: [], replies: answer === '' ? [] : [answer] }] };
};

test('the value at the place where a check looks, in the answer or in a file', () => {
  const answer = 'Here:\n```json\n{"owner": "Ada", "quote": "is hers", "source": "a.md"}\n```';
  expect(givenTo({ at: '/owner' }, left(answer))).toBe('"Ada"');
  expect(givenTo({ at: '/nobody' }, left(answer))).toBe('nothing');
  expect(givenTo({ at: '/owner' }, left('no json'))).toBe('nothing that can be read');
  expect(givenTo({ at: '/quote', source_at: '/source' }, left(answer))).toBe('"is hers", cited from "a.md"');
  expect(givenTo({ file: 'plan.yaml', at: '/steps/0' }, left('', { 'plan.yaml': 'steps: [wait]\n' }))).toBe('"wait"');
});

test('the text itself where a check looks at text; nothing of checks that look at calls or changes', () => {
  expect(givenTo({ form: 'plain' }, left('two\nlines'))).toBe('two\nlines');
  expect(givenTo({ form: 'plain' }, left(''))).toBe('nothing');
  expect(givenTo({ file: 'a.md', must: 'exist' }, left('x'))).toBe('no such file');
  expect(givenTo({ file: 'a.bin' }, left('x', { 'a.bin': null }))).toBe('no text');
  for (const settings of [{ paths: ['.'] }, { tools: ['web'] }, { commands: ['curl'] }]) expect(givenTo(settings, left('x'))).toBeUndefined();
});
