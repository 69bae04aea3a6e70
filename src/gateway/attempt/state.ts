import { messageOf } from '../../common/errors.js';
import { timestamp, type Clock } from '../../common/clock.js';
import { FaultWatch } from '../control/fault-watch.js';
import { Budget } from '../control/spend.js';
import { BodyHistory } from '../record/delta.js';
import type { Fault, WireRecord } from '../record/wire.js';
import type { Provider } from '../provider.js';
import { scrubGrowing } from '../redact/growing.js';
import type { Scrubber, Secret } from '../redact/scrubber.js';
import { DEFAULT_LIMITS, type AttemptLimits, type AttemptSpec, type GatewaySignal } from './spec.js';

/** What all attempts of a gateway share. */
export interface Shared {
  clock: Clock;
  /** All known secrets. */
  secrets: readonly Secret[];
  scrubber: Scrubber;
  campaign: Budget;
}

/** What an attempt knows across its requests. */
export class AttemptState {
  session: number;
  readonly limits: AttemptLimits;
  readonly budget: Budget;
  readonly watch: FaultWatch;
  readonly history = new BodyHistory();
  #requests = 0;
  #exchanges = 0;
  #writing: Promise<void> = Promise.resolve();
  readonly #said = new Set<GatewaySignal['kind']>();

  constructor(
    readonly spec: AttemptSpec,
    readonly shared: Shared,
  ) {
    this.session = spec.session ?? 1;
    this.limits = { ...DEFAULT_LIMITS, ...spec.limits };
    this.budget = new Budget({ tokens: this.limits.tokens, cost_usd: this.limits.cost_usd });
    this.watch = new FaultWatch(this.limits, ({ kind, message, fault }) => this.signal(kind, message, fault));
  }

  get provider(): Provider {
    return this.spec.provider;
  }

  nextExchange(): number {
    this.#requests += 1;
    this.#exchanges += 1;
    return this.#exchanges;
  }

  /**
   * Writes a record, without whatever in it is or looks like a credential: this is the only way to the evidence.
   * Records are written one after the other; a failing writer is the harness's fault and ends the attempt.
   */
  write(record: WireRecord): Promise<void> {
    if (record.type === 'response' && record.events) scrubGrowing(record.events, this.shared.scrubber);
    const clean = this.shared.scrubber.json(record) as WireRecord;
    this.#writing = this.#writing
      .then(() => this.spec.wire(clean))
      .catch((error: unknown) => this.signal('harness', `cannot record the wire: ${messageOf(error)}`));
    return this.#writing;
  }

  signal(kind: GatewaySignal['kind'], message: string, fault: Fault | null = null): void {
    if (this.#said.has(kind)) return;
    this.#said.add(kind);
    this.spec.signal({ kind, time: timestamp(this.shared.clock), message: this.shared.scrubber.text(message), fault });
  }

  /** The cap that forbids another request, if one does; said to the trial as well. */
  capReached(): string | null {
    const [kind, message] = this.#cap() ?? [];
    if (kind === undefined || message === undefined) return null;
    // An agent may loop because what it gets is broken.
    this.signal(kind, message, kind === 'request-cap' ? this.watch.last : null);
    return message;
  }

  #cap(): [GatewaySignal['kind'], string] | null {
    if (this.#requests > this.limits.requests) return ['request-cap', `more than ${String(this.limits.requests)} requests in one attempt`];
    const own = this.budget.reached();
    if (own !== null) return own === 'tokens' ? ['token-cap', 'the attempt has used its tokens'] : ['cost-cap', 'the attempt has used its money'];
    const all = this.shared.campaign.reached();
    if (all === null) return null;
    return all === 'tokens' ? ['campaign-token-cap', 'the campaign has used its tokens'] : ['campaign-cost-cap', 'the campaign has used its money'];
  }

  /** Adds to what the attempt and the campaign have used. */
  spend(tokens: number, cost: number | null): void {
    this.budget.add(tokens, cost);
    this.shared.campaign.add(tokens, cost);
  }

  /** Resolves when every record so far is written. */
  written(): Promise<void> {
    return this.#writing;
  }

  stop(): Promise<void> {
    this.watch.stop();
    return this.#writing;
  }
}
