import { isObject } from '../../gateway/dialects/json.js';
import { DIALECTS } from '../../gateway/dialects/index.js';
import type { ToolResult } from '../../gateway/dialects/message.js';
import type { WireRecord, WireRequest, WireResponse } from '../../gateway/record/wire.js';

/** A tool call as the model asked for it. */
export interface WireCall {
  session: number;
  exchange: number;
  id: string;
  name: string;
  arguments: unknown;
  /** The reply broke off, or nobody is known to have carried the call out: a stream may well not show it. */
  unsure: boolean;
  /** What the agent told its model of it; undefined where no later request carries it. */
  result?: string;
  /** Exchanges whose calls had got their results before this one was asked for. */
  after: number[];
}

/** What a conversation's tools were, as the wire has it. */
export interface WireCalls {
  /** In the order in which the model was asked. */
  calls: WireCall[];
  /** Names of tools that the provider runs: a stream may show them, the wire has no call of them. */
  provided: Set<string>;
}

/**
 * Rebuilds the tool calls of an attempt from its wire records, in one pass. A request's record holds what is new in it
 * (gateway/record/delta.ts), and a result is new exactly once, so that nothing has to be put together again.
 * What a CLI asks for itself (titles, routing, hidden agents) is left out.
 */
export class WireCallReader {
  readonly #requests = new Map<number, { after: number[]; session: number }>();
  readonly #calls = new Map<number, WireCall[]>();
  /** Session and call id → the calls with that id that have no result yet. */
  readonly #open = new Map<string, WireCall[]>();
  readonly #provided = new Set<string>();

  take(record: WireRecord): void {
    if (record.type === 'request') this.#request(record);
    else this.#response(record);
  }

  /** @param cut the agent was ended from outside: calls of its last replies may never have been shown */
  end(cut: boolean): WireCalls {
    const calls = [...this.#calls].sort(([a], [b]) => a - b).flatMap(([, list]) => list);
    return { calls: cut ? calls.map((call) => (call.result === undefined ? { ...call, unsure: true } : call)) : calls, provided: this.#provided };
  }

  #request({ exchange, session, operation, aux, dialect, body, target }: WireRequest): void {
    if (operation !== 'model' || aux !== null || dialect === null || !isObject(body)) return;
    const { messages, tools } = DIALECTS[dialect].parse(body, target.split('?')[0] ?? target);
    for (const { name, kind } of tools) if (kind === 'builtin') this.#provided.add(name);
    const answered = messages.flatMap(({ results }) => results).flatMap((result) => this.#settle(session, result));
    this.#requests.set(exchange, { session, after: [...new Set(answered)] });
  }

  #settle(session: number, { call_id, text }: ToolResult): number[] {
    const waiting = this.#open.get(key(session, call_id)) ?? this.#open.get(key(session, unnumbered(call_id)));
    const call = waiting?.shift();
    if (!call) return [];
    call.result = text;
    // An agent went on with it, so it had come whole.
    call.unsure = false;
    return [call.exchange];
  }

  #response({ exchange, reply, complete, fault }: WireResponse): void {
    const request = this.#requests.get(exchange);
    if (!request || !reply) return;
    const { session, after } = request;
    const calls = reply.calls.map(({ id, name, arguments: given }): WireCall => ({ session, exchange, id, name, arguments: given, unsure: !complete || fault !== null, after }));
    this.#calls.set(exchange, calls);
    for (const call of calls) {
      const id = key(session, unnumbered(call.id));
      this.#open.set(id, [...(this.#open.get(id) ?? []), call]);
    }
  }
}

const key = (session: number, id: string): string => `${String(session)} ${id}`;

/** Gemini's calls need no ids: the gateway counts them by name, from nought in every body. Then the oldest open one of a name is meant. */
const unnumbered = (id: string): string => id.replace(/#\d+$/, '#');
