import type { Clock } from '../../src/common/clock.js';

/** A clock that moves on by `step` ms each time it is looked at, from a fixed moment. */
export function tickingClock(step = 1): Clock {
  let ticks = 0;
  const tick = (): number => (ticks += step);
  return { now: () => new Date(Date.UTC(2026, 0, 1) + tick()), monotonic: tick };
}
