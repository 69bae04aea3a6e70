import { DIALECTS } from '../../gateway/dialects/index.js';
import { isObject } from '../../gateway/dialects/json.js';
import type { Message, ToolCall } from '../../gateway/dialects/message.js';
import { BodyExpander } from '../../gateway/record/delta.js';
import type { WireRecord, WireRequest } from '../../gateway/record/wire.js';
import { targetOf } from '../reconcile/target.js';
import type { First } from './file.js';

/** A text that a model was told, when it was told it first in a session. */
export interface Told extends Omit<First, 'way'> {
  way: 'system' | 'user' | 'tool-result';
  text: string;
}

/**
 * What the model of an agent's conversation was told, from its wire records, in one pass. What a request repeats of an
 * earlier one of its session is not told again. Left out are the model's own words, and what a CLI asks for itself.
 */
export class Listener {
  readonly #expander = new BodyExpander();
  /** Exchange → session, of the requests that were listened to. */
  readonly #heard = new Map<number, number>();
  readonly #calls = new Map<string, ToolCall>();
  /** What every tool call of the conversation named, for "was this file asked for?": session and arguments as JSON. */
  readonly calls: { session: number; arguments: string }[] = [];

  take(record: WireRecord): Told[] {
    if (record.type === 'request') return this.#request(record);
    if (!this.#heard.has(record.exchange)) return [];
    for (const call of record.reply?.calls ?? []) {
      this.#calls.set(`${String(record.session)} ${call.id}`, call);
      this.calls.push({ session: record.session, arguments: typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments) });
    }
    return [];
  }

  #request(record: WireRequest): Told[] {
    const whole = this.#expander.expand(record);
    const { exchange, session, time, operation, aux, dialect, target } = record;
    if (operation !== 'model' || aux !== null || dialect === null) return [];
    // What it shares with a request that nobody listened to, or with another session, is new here.
    const { body } = record.shared === undefined || this.#heard.get(record.shared.exchange) === session ? record : whole;
    this.#heard.set(exchange, session);
    if (!isObject(body)) return [];
    const { system, messages } = DIALECTS[dialect].parse(body, target.split('?')[0] ?? target);
    const at = { session, exchange, time };
    return [...(system === '' ? [] : [{ ...at, way: 'system' as const, text: system }]), ...messages.flatMap((message) => this.#message(at, message))];
  }

  #message(at: Pick<First, 'session' | 'exchange' | 'time'>, { role, texts, results }: Message): Told[] {
    const way = role === 'user' ? 'user' as const : 'system' as const;
    const spoken = role === 'assistant' ? [] : texts.map((text) => ({ ...at, way, text }));
    return [...spoken, ...results.map(({ call_id, text }) => ({ ...at, way: 'tool-result' as const, text, call: this.#callOf(at.session, call_id) }))];
  }

  #callOf(session: number, id: string): NonNullable<First['call']> {
    const call = this.#calls.get(`${String(session)} ${id}`);
    return { id, name: call?.name ?? '', target: call ? targetOf(call).slice(0, TARGET_CHARACTERS) : '' };
  }
}

const TARGET_CHARACTERS = 300;
