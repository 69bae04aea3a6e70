import { expect, test } from 'vitest';
import { repeatedKey } from './repeated-key.js';

test('the second of two equal keys of one object is found, however it is written', () => {
  expect(repeatedKey('{"a": 1, "b": {"a": 2}, "c": ["a", "a"]}')).toBeUndefined();
  expect(repeatedKey('{"a": 1, "b": 2, "a": 3}')).toEqual({ key: 'a', offset: 17 });
  expect(repeatedKey('[{"x": {"k": 1, "\\u006b": 2}}]')).toMatchObject({ key: 'k' });
  expect(repeatedKey('{"a": "b", "b": "a"}')).toBeUndefined();
});

test('nesting deeper than the stack is no trouble', () => {
  const deep = 200_000;
  expect(repeatedKey(`${'['.repeat(deep)}${']'.repeat(deep)}`)).toBeUndefined();
});
