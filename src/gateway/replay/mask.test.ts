import { expect, test } from 'vitest';
import { GENERAL } from '../../common/varying.js';
import { firstDifference, generalMask, Mask } from './mask.js';

const masked = (value: unknown): unknown => generalMask().value(value);

test('what identifies a run is masked, what it is about stays', () => {
  const one = { id: 'a', prompt_cache_key: 'x', text: 'Run 01a2295d-ab52-77b2-b409-a4e7ea42f157 at 2026-11-29T10:00:00Z took 0.05 seconds (Chunk ID: 8a7c42)', day: "Today's date is Sunday, November 29, 2026 ", n: 12 };
  const two = { id: 'b', prompt_cache_key: 'y', text: 'Run 11111111-ab52-77b2-b409-a4e7ea42f157 at 2027-01-02T11:11:11.123Z took 12.1 seconds (Chunk ID: 000000)', day: "Today's date is Friday, January 1, 2027 ", n: 12 };
  expect(masked(one)).toEqual(masked(two));
  expect(masked({ text: 'The launch is on 2026-12-01.' })).toEqual({ text: 'The launch is on 2026-12-01.' });
});

test('the first difference is named by its place', () => {
  expect(firstDifference({ a: [1, { b: 'x' }] }, { a: [1, { b: 'y' }] })).toEqual({ at: '/a/1/b', recorded: 'x', asked: 'y' });
  expect(firstDifference({ a: [1] }, { a: [1, 2] })).toEqual({ at: '/a/1', recorded: null, asked: 2 });
  expect(firstDifference({ a: 1 }, { a: 1 })).toBeNull();
  const long = 'x'.repeat(9000);
  expect(firstDifference(`${long}red${long}`, `${long}blue${long}`)).toEqual({ at: '/', recorded: expect.stringMatching(/^…x{200}redx+…$/) as string, asked: expect.stringMatching(/^…x{200}bluex+…$/) as string });
});

test('what stood in the seeded text is never masked, and what was masked is counted', () => {
  const mask = new Mask(GENERAL, (text) => ['30 seconds', '2026-12-01T09:00:00Z', 'order-000-17'].includes(text));
  const asked = { text: 'retry after 30 seconds, not 31 seconds, at 2026-12-01T09:00:00Z', id: 'order-000-17', user: 'u-1' };
  expect(mask.value(asked)).toEqual({ text: 'retry after 30 seconds, not <duration>, at 2026-12-01T09:00:00Z', id: 'order-000-17' });
  expect(Object.fromEntries(mask.used)).toEqual({ duration: 1, 'member user': 1 });
});
