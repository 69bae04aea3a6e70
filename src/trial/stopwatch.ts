import type { Clock } from '../common/clock.js';

/** How long the phases of an attempt took, ms with one decimal; of all its sessions together. */
export class Stopwatch {
  readonly timings: Record<string, number> = {};
  private readonly began: number;

  constructor(private readonly clock: Clock) {
    this.began = clock.monotonic();
  }

  async time<T>(phase: string, work: () => Promise<T>): Promise<T> {
    const from = this.clock.monotonic();
    try {
      return await work();
    } finally {
      const name = `${phase}_ms`;
      this.timings[name] = Math.round(((this.timings[name] ?? 0) + this.since(from)) * 10) / 10;
    }
  }

  get total_ms(): number {
    return this.since(this.began);
  }

  private since(from: number): number {
    return Math.round((this.clock.monotonic() - from) * 10) / 10;
  }
}
