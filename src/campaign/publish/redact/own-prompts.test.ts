import { expect, test } from 'vitest';
import { OwnPrompts, stringsIn } from './own-prompts.js';

const FIRST = 'You are a coding agent and work in the project that is open, nowhere else.';
const SECOND = 'Say “done” only when the tests have run, and show what they printed.';
const own = new OwnPrompts(new Set([`${FIRST}\n# Style\n${SECOND}`, 'bash']), (text) => text.startsWith('The protocol'));
const found = (text: string): string[] => {
  const bytes = Buffer.from(text).toString('latin1');
  return own.find(bytes).map(({ from, to }) => Buffer.from(bytes.slice(from, to), 'latin1').toString());
};

test.each([
  ['whole, in JSON', JSON.stringify({ instructions: `${FIRST}\n# Style\n${SECOND}` }), [JSON.stringify(`${FIRST}\n# Style\n${SECOND}`).slice(1, -1)]],
  ['line by line in a patch', `+${FIRST}\n+# Style\n+${SECOND}\n`, [FIRST, SECOND]],
  ['put together otherwise, in JSON within JSON', JSON.stringify(JSON.stringify([SECOND, FIRST])), [SECOND, FIRST]],
  ['not at all', 'bash: You are a coding agent and work elsewhere', []],
])('a prompt that its program keeps %s is found', (_, text, expected) => {
  expect(found(text)).toEqual(expected);
});

test('what the protocol itself says is not withheld', () => {
  const line = 'The protocol says this, in a sentence that is long enough to be looked for.';
  expect(new OwnPrompts(new Set([line]), (text) => text.startsWith('The protocol')).find(line)).toEqual([]);
});

test('every string of a tool definition counts', () => {
  expect(stringsIn([{ name: 'a', input: { properties: { b: { description: 'c' } } } }, null, 1])).toEqual(['a', 'c']);
});
