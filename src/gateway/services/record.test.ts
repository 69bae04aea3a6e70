import { expect, test } from 'vitest';
import { bodyOf } from './record.js';

test.each([
  ['JSON', '{"a":1}', { body: { a: 1 } }],
  ['text', 'data: {"a":1}\n\n', { body: 'data: {"a":1}\n\n' }],
  ['nothing', '', { body: null }],
  ['bytes that are no text', Buffer.from([0x61, 0xff]), { body: 'a\ufffd' }],
])('a body is recorded as what it is: %s', (_, bytes, recorded) => {
  expect(bodyOf(Buffer.from(bytes))).toEqual(recorded);
});

test('of a long one the beginning, and that it is one', () => {
  expect(bodyOf(Buffer.from(`["${'x'.repeat(2 ** 20)}"]`))).toEqual({ body: `["${'x'.repeat(2 ** 20 - 2)}`, truncated: true });
});
