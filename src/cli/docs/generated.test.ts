import { expect, test } from 'vitest';
import { table, withParts } from './generated.js';

const DOCUMENT = '# Title\n\n<!-- generated: a -->\nold\n<!-- end -->\n\nBy hand.\n\n<!-- generated: b -->\n<!-- end -->\n';

test('only what is generated is replaced, and replacing it again changes nothing', () => {
  const once = withParts(DOCUMENT, { a: 'new $1', b: 'more' }, 'x.md');
  expect(once).toBe('# Title\n\n<!-- generated: a -->\n\nnew $1\n\n<!-- end -->\n\nBy hand.\n\n<!-- generated: b -->\n\nmore\n\n<!-- end -->\n');
  expect(withParts(once, { a: 'new $1', b: 'more' }, 'x.md')).toBe(once);
});

test('a part without a place, and a place without a part, are refused', () => {
  expect(() => withParts(DOCUMENT, { a: '', b: '', c: '' }, 'x.md')).toThrow('has no place for: c');
  expect(() => withParts(DOCUMENT, { a: '' }, 'x.md')).toThrow('nothing generates the part `b`');
});

test('a bar in a cell does not end it', () => {
  expect(table(['a'], [['x|y']])).toBe('| a |\n|---|\n| x\\|y |');
});
