import { expect, test } from 'vitest';
import { UsageMeter } from './usage.js';

const total = (input: number, output: number): { type: 'usage'; result: unknown } => ({ type: 'usage', result: { cumulative: true, input_tokens: input, output_tokens: output } });

test('totals of a conversation become what was used since the last one, for each session apart', () => {
  const meter = new UsageMeter();
  const read = (session: number, input: number, output: number): unknown => meter.read(session, total(input, output)).result;
  expect(read(1, 100, 10)).toEqual({ input_tokens: 100, output_tokens: 10 });
  expect(read(1, 250, 30)).toEqual({ input_tokens: 150, output_tokens: 20 });
  expect(read(2, 40, 4)).toEqual({ input_tokens: 40, output_tokens: 4 });
  // A turn that failed tells nothing, and the next one goes on from where the conversation was.
  expect(read(1, 0, 0)).toEqual({ input_tokens: 0, output_tokens: 0 });
  expect(read(1, 260, 35)).toEqual({ input_tokens: 10, output_tokens: 5 });
  // A conversation that began anew counts from nothing.
  expect(read(1, 90, 40)).toEqual({ input_tokens: 90, output_tokens: 40 });
});

test('increments stay as they are', () => {
  const event = { type: 'usage' as const, result: { input_tokens: 5 } };
  expect(new UsageMeter().read(1, event)).toBe(event);
});
