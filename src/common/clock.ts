/** Time, injected so that the same inputs give the same bytes. */
export interface Clock {
  /** Wall clock time. */
  now(): Date;
  /** Milliseconds on a clock that never goes back; only differences mean anything. */
  monotonic(): number;
}

export const systemClock: Clock = {
  now: () => new Date(),
  monotonic: () => performance.now(),
};

/** ISO 8601, UTC, milliseconds: the form of every time in the evidence. */
export const timestamp = (clock: Clock): string => clock.now().toISOString();
