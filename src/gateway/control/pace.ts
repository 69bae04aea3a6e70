/** Limits of one provider, for all attempts of a campaign together. Absent means unlimited. */
export interface PaceLimits {
  requests_per_minute?: number | undefined;
  tokens_per_minute?: number | undefined;
  /** Requests under way at once. */
  concurrency?: number | undefined;
}

/** A place in the pace: say how many tokens it took, and give it back. Both may be called once. */
export interface Slot {
  release(tokens: number | null): void;
}

interface Waiting {
  tokens: number;
  start(): void;
}

/**
 * Lets requests through in the order in which they came, no faster than the provider allows.
 * Tokens are reckoned beforehand from the request's size and put right once the provider has counted them.
 */
export class Pace {
  readonly #queue: Waiting[] = [];
  readonly #requests: Bucket;
  readonly #tokens: Bucket;
  #running = 0;
  #heldUntil = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param now monotonic ms. */
  constructor(
    private readonly limits: PaceLimits,
    private readonly now: () => number,
  ) {
    this.#requests = new Bucket(limits.requests_per_minute, now());
    this.#tokens = new Bucket(limits.tokens_per_minute, now());
  }

  /** Waits for a place. Rejects with the signal's reason if that aborts first. */
  enter(tokens: number, signal: AbortSignal): Promise<Slot> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(signal.reason as Error);
        return;
      }
      const leave = (): void => {
        const at = this.#queue.indexOf(waiting);
        if (at !== -1) this.#queue.splice(at, 1);
        reject(signal.reason as Error);
        this.#advance();
      };
      const waiting: Waiting = {
        tokens,
        start: () => {
          signal.removeEventListener('abort', leave);
          resolve(this.#slot(tokens));
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#queue.push(waiting);
      this.#advance();
    });
  }

  /** The provider asked for a pause (`retry-after`): nobody starts before it is over. */
  hold(ms: number): void {
    this.#heldUntil = Math.max(this.#heldUntil, this.now() + ms);
  }

  #slot(reckoned: number): Slot {
    let open = true;
    return {
      release: (tokens) => {
        if (!open) return;
        open = false;
        this.#running -= 1;
        if (tokens !== null) this.#tokens.take(tokens - reckoned, this.now());
        this.#advance();
      },
    };
  }

  #advance(): void {
    clearTimeout(this.#timer);
    for (let next = this.#queue[0]; next; next = this.#queue[0]) {
      if (this.#running >= (this.limits.concurrency ?? Infinity)) return;
      const now = this.now();
      const wait = Math.max(this.#heldUntil - now, this.#requests.wait(1, now), this.#tokens.wait(next.tokens, now));
      if (wait > 0) {
        this.#timer = setTimeout(() => this.#advance(), Math.ceil(wait));
        return;
      }
      this.#queue.shift();
      this.#requests.take(1, now);
      this.#tokens.take(next.tokens, now);
      this.#running += 1;
      next.start();
    }
  }
}

/** Fills evenly up to a minute's worth; may go below zero when more was taken than reckoned. */
class Bucket {
  readonly #capacity: number;
  #level: number;
  #at: number;

  constructor(perMinute: number | undefined, now: number) {
    this.#capacity = perMinute ?? Infinity;
    this.#level = this.#capacity;
    this.#at = now;
  }

  /** Ms until `amount` can be taken. More than a minute's worth waits for a full bucket, not for ever. */
  wait(amount: number, now: number): number {
    if (this.#capacity === Infinity) return 0;
    this.#fill(now);
    return Math.max(0, ((Math.min(amount, this.#capacity) - this.#level) / this.#capacity) * 60_000);
  }

  take(amount: number, now: number): void {
    if (this.#capacity === Infinity) return;
    this.#fill(now);
    this.#level = Math.min(this.#capacity, this.#level - amount);
  }

  #fill(now: number): void {
    this.#level = Math.min(this.#capacity, this.#level + (this.#capacity * (now - this.#at)) / 60_000);
    this.#at = now;
  }
}
