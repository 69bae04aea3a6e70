import type { Fault } from '../record/wire.js';

export interface FaultLimits {
  /** So many provider faults in a row end an attempt. */
  consecutive_faults: number;
  /** Ms without one good reply after a first fault, or without one byte of a reply, that end an attempt. */
  fault_ms: number;
}

export type FaultAlarm = { kind: 'consecutive-faults' | 'fault-time'; message: string; fault: Fault | null };

/**
 * Decides when a provider has failed for good, however patiently the agent would go on.
 * A good reply starts the count anew.
 */
export class FaultWatch {
  #count = 0;
  #streak: NodeJS.Timeout | undefined;
  readonly #pending = new Set<NodeJS.Timeout>();
  #last: Fault | null = null;

  constructor(
    private readonly limits: FaultLimits,
    private readonly alarm: (alarm: FaultAlarm) => void,
  ) {}

  /** Watches one request from when it goes out. Call `alive` for each byte that comes, `done` at its end. */
  begin(): { alive(): void; done(): void } {
    const seconds = String(Math.round(this.limits.fault_ms / 1000));
    const timer = setTimeout(() => this.alarm({ kind: 'fault-time', message: `the provider sent nothing for ${seconds} s`, fault: null }), this.limits.fault_ms);
    this.#pending.add(timer);
    return {
      alive: () => timer.refresh(),
      done: () => {
        clearTimeout(timer);
        this.#pending.delete(timer);
      },
    };
  }

  /** A model request of the conversation ended. Only faults of the provider count; those of others change nothing. */
  ended(fault: Fault | null): void {
    if (fault === null) {
      this.#reset();
      return;
    }
    if (fault.blame !== 'provider' && fault.kind !== 'credentials') return;
    this.#last = fault;
    this.#count += 1;
    if (this.#count >= this.limits.consecutive_faults) {
      this.alarm({ kind: 'consecutive-faults', message: `${String(this.#count)} faults in a row, the last one ${fault.kind}: ${fault.message}`, fault });
    }
    this.#streak ??= setTimeout(() => {
      const seconds = String(Math.round(this.limits.fault_ms / 1000));
      this.alarm({ kind: 'fault-time', message: `no good reply for ${seconds} s, the last fault ${this.#last?.kind ?? 'unknown'}`, fault: this.#last });
    }, this.limits.fault_ms);
  }

  #reset(): void {
    this.#count = 0;
    this.#last = null;
    clearTimeout(this.#streak);
    this.#streak = undefined;
  }

  /** The last fault of a streak that goes on; null where the last reply was good. */
  get last(): Fault | null {
    return this.#last;
  }

  stop(): void {
    this.#reset();
    for (const timer of this.#pending) clearTimeout(timer);
    this.#pending.clear();
  }
}
