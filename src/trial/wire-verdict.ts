import type { Signal } from '../agents/adapter.js';
import type { GatewaySignal } from '../gateway/attempt/spec.js';
import type { Fault, WireRecord, WireRequest, WireResponse } from '../gateway/record/wire.js';
import { ANYBODY, WireIdentity, type Expected } from './wire-identity.js';

/** Faults of the agent that say nothing of the provider before them: it closed its side, or asked for a host that is not listed. */
const NOT_ANSWERED = new Set<Fault['kind']>(['client-abort', 'host-refused']);

/** Caps of the attempt itself: using them up is what the agent did with what it was given. */
const OWN_CAPS = new Set<GatewaySignal['kind']>(['request-cap', 'token-cap', 'cost-cap']);

/**
 * What the wire says about who failed. Only requests of the conversation count, not those that a CLI makes for itself.
 * A fault after which the conversation went on is told and does not count; one that it ended with does.
 */
export class WireVerdict {
  /** What of the caps was used, as the gateway counts it. */
  spent = { tokens: 0, cost_usd: 0 };
  /** Absent where the agent talks to its own backend through a tunnel. */
  witness: 'present' | 'absent' = 'present';
  #conversation = 0;
  #last: Fault | null = null;
  readonly #recovered: Fault[] = [];
  /** Faults that a turn ended with. */
  readonly #lost: Fault[] = [];
  readonly #aux = new Set<number>();
  readonly #identity: WireIdentity;
  readonly #tokens: { input: number | null; output: number | null } = { input: null, output: null };
  #end: GatewaySignal | undefined;

  /** @param expected whom the wire is to show */
  constructor(expected: Expected = ANYBODY) {
    this.#identity = new WireIdentity(expected);
  }

  take(record: WireRecord): void {
    if (record.type === 'request') {
      if (!this.#isConversation(record)) this.#aux.add(record.exchange);
      else this.#identity.asked(record.headers['user-agent']);
      return;
    }
    this.#count(record);
    if (this.#aux.has(record.exchange)) return;
    this.#conversation += 1;
    this.#identity.answered(record.observed_model);
    // Whoever leaves after a fault has not got over it: only a good reply ends one.
    if (this.#last !== null && this.#last.blame !== 'agent' && record.fault?.blame === 'agent' && NOT_ANSWERED.has(record.fault.kind)) return;
    if (this.#last !== null && record.fault === null) this.#recovered.push(this.#last);
    this.#last = record.fault;
  }

  /** What a CLI asks for itself decides nothing. Where only tunnels are seen, they are all there is of a conversation. */
  #isConversation({ operation, aux }: WireRequest): boolean {
    return (operation === 'model' && aux === null) || (operation === 'connect' && this.witness === 'absent');
  }

  /** Tokens of everything that was asked, helpers of the CLI included; null where no reply told any. */
  get tokens(): { input: number | null; output: number | null } {
    return this.#tokens;
  }

  #count({ tokens }: WireResponse): void {
    for (const side of ['input', 'output'] as const) {
      const count = tokens?.[side] ?? null;
      if (count !== null) this.#tokens[side] = (this.#tokens[side] ?? 0) + count;
    }
  }

  /** A turn has ended. @param answered whether it came to an answer: then its agent got over whatever its last fault was */
  endTurn(answered: boolean): void {
    if (this.#last !== null) (answered ? this.#recovered : this.#lost).push(this.#last);
    this.#last = null;
  }

  /** Whether a turn ended with a fault that was not its agent's: then no further session can be worth anything. */
  get isLost(): boolean {
    return this.#end !== undefined || this.#lost.some(({ blame }) => blame !== 'agent');
  }

  /** The gateway ended the attempt. The first reason counts. */
  end(signal: GatewaySignal): void {
    this.#end ??= signal;
  }

  /** Whether the gateway ended the attempt, and for what. */
  get ended(): GatewaySignal | undefined {
    return this.#end;
  }

  /** Models that answered in the conversation. */
  get observed(): string[] {
    return this.#identity.models;
  }

  /** @param answered whether the agent came to a final answer: then it got over whatever the last fault was */
  signals(answered: boolean): Signal[] {
    const recovered = [...this.#recovered, ...(answered && this.#last !== null ? [this.#last] : [])];
    return [
      ...(this.#end ? [ending(this.#end)] : []),
      ...(this.#end ? [] : this.#lost.map(terminal)),
      ...(!this.#end && !answered && this.#last !== null ? [terminal(this.#last)] : []),
      ...recovered.filter(({ blame }) => blame !== 'agent').map((fault): Signal => ({ ...terminal(fault), recovered: true })),
      ...this.#identity.signals(),
      ...(this.#conversation === 0 && !this.#end && this.witness === 'present' ? [NOTHING_ASKED] : []),
    ];
  }
}

const NOTHING_ASKED: Signal = { blame: 'harness', kind: 'nothing-done', message: 'the agent never asked its model anything' };

const terminal = ({ blame, kind, message }: Fault): Signal => ({ blame, kind, message });

function ending({ kind, message, fault }: GatewaySignal): Signal {
  // A loop that a broken reply set off is the provider's doing; one without a fault is the agent's.
  if (OWN_CAPS.has(kind)) return fault !== null && fault.blame !== 'agent' && kind === 'request-cap' ? { ...terminal(fault), message } : { blame: 'agent', kind, message };
  if (fault !== null) return { blame: fault.blame, kind: fault.kind, message };
  return { blame: kind === 'fault-time' || kind === 'consecutive-faults' ? 'provider' : 'harness', kind, message };
}
