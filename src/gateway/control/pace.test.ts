import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Pace, type PaceLimits } from './pace.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = new AbortController().signal;

/** Enters as often as `tokens` is long, and gives the seconds at which each one got in. */
async function entered(limits: PaceLimits, tokens: number[], hold = 0): Promise<number[]> {
  const start = Date.now();
  const pace = new Pace(limits, () => Date.now());
  if (hold > 0) pace.hold(hold);
  const times: number[] = [];
  for (const amount of tokens) void pace.enter(amount, never).then((slot) => {
    times.push(Math.round((Date.now() - start) / 1000));
    slot.release(amount);
  });
  await vi.advanceTimersByTimeAsync(600_000);
  return times;
}

test.each<[string, PaceLimits, number[], number[]]>([
  ['no limits', {}, [9, 9, 9], [0, 0, 0]],
  ['requests a minute: a minute\'s worth at once, then evenly', { requests_per_minute: 2 }, [1, 1, 1, 1], [0, 0, 30, 60]],
  ['tokens a minute', { tokens_per_minute: 600 }, [600, 300, 300], [0, 30, 60]],
  ['more than a minute\'s worth waits for a full bucket, and the next one for the rest', { tokens_per_minute: 600 }, [300, 1200, 60], [0, 30, 96]],
  ['both', { requests_per_minute: 60, tokens_per_minute: 60 }, [60, 60], [0, 60]],
])('%s', async (_, limits, tokens, times) => {
  expect(await entered(limits, tokens)).toEqual(times);
});

test('nobody starts before the pause that a provider asked for is over', async () => {
  expect(await entered({}, [1, 1], 7000)).toEqual([7, 7]);
});

test('what was used beyond the reckoning is paid for by the next one', async () => {
  const pace = new Pace({ tokens_per_minute: 600 }, () => Date.now());
  (await pace.enter(100, never)).release(900);
  const start = Date.now();
  let at = -1;
  void pace.enter(300, never).then(() => (at = Date.now() - start));
  await vi.advanceTimersByTimeAsync(59_000);
  expect(at).toBe(-1);
  await vi.advanceTimersByTimeAsync(2000);
  expect(at).toBe(60_000);
});

test('who leaves while waiting makes room, and a place is given back once', async () => {
  const pace = new Pace({ concurrency: 1 }, () => Date.now());
  const first = await pace.enter(1, never);
  const leaving = new AbortController();
  const second = pace.enter(1, leaving.signal).catch((error: Error) => error.message);
  const third = pace.enter(1, never);
  leaving.abort(new Error('gone'));
  expect(await second).toBe('gone');
  first.release(1);
  first.release(1);
  await third;
  let fourth = false;
  void pace.enter(1, never).then(() => (fourth = true));
  await vi.advanceTimersByTimeAsync(1000);
  expect(fourth).toBe(false);
});
