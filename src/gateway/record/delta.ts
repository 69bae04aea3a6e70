import { sha256 } from '../../common/digest.js';
import { isObject, type Json } from '../dialects/json.js';
import type { Shared, WireRecord, WireRequest } from './wire.js';

/**
 * Every request of a conversation repeats the whole of it. A record says only what is new, and where the rest was said
 * before, so that wire.jsonl grows with what happened and not with its square. `expandBodies` undoes it exactly.
 */
interface Past {
  exchange: number;
  keys: Map<string, string>;
  lists: Map<string, string[]>;
}

/** How many earlier requests are compared: hidden agents and titles come between the turns of a conversation. */
const REMEMBERED = 4;

export class BodyHistory {
  readonly #past: Past[] = [];

  /** The new part of a body, and what it shares with which earlier exchange. */
  shorten(exchange: number, body: Json): { body: Json; shared?: Shared } {
    const now = digests(exchange, body);
    const best = this.#past.map((past) => ({ past, shared: compare(past, now) })).sort((a, b) => weight(b.shared) - weight(a.shared))[0];
    this.#past.unshift(now);
    this.#past.length = Math.min(this.#past.length, REMEMBERED);
    if (!best || weight(best.shared) === 0) return { body };
    const { keys, prefix } = best.shared;
    const rest = Object.entries(body).filter(([key]) => !keys.includes(key));
    return {
      body: Object.fromEntries(rest.map(([key, value]) => [key, key in prefix ? (value as unknown[]).slice(prefix[key]) : value])),
      shared: best.shared,
    };
  }
}

const digest = (value: unknown): string => sha256(JSON.stringify(value));

function digests(exchange: number, body: Json): Past {
  const past: Past = { exchange, keys: new Map(), lists: new Map() };
  for (const [key, value] of Object.entries(body)) {
    if (Array.isArray(value)) past.lists.set(key, value.map(digest));
    else if (isObject(value) || (typeof value === 'string' && value.length > 200)) past.keys.set(key, digest(value));
  }
  return past;
}

function compare(past: Past, now: Past): Shared {
  const shared: Shared = { exchange: past.exchange, keys: [], prefix: {} };
  for (const [key, value] of now.keys) if (past.keys.get(key) === value) shared.keys.push(key);
  for (const [key, list] of now.lists) {
    const before = past.lists.get(key) ?? [];
    const different = list.findIndex((value, at) => before[at] !== value);
    const length = different === -1 ? list.length : different;
    if (length === 0) continue;
    if (length === list.length && length === before.length) shared.keys.push(key);
    else shared.prefix[key] = length;
  }
  return shared;
}

const weight = ({ keys, prefix }: Shared): number => keys.length + Object.values(prefix).reduce((sum, length) => sum + 1 + length, 0);

/** Makes the bodies of requests whole again, one by one in their order, and holds no more of them than later ones can refer to. */
export class BodyExpander {
  readonly #bodies = new Map<number, Json>();

  /** Equal parts of bodies are shared in memory. */
  expand(record: WireRequest): WireRequest {
    const whole = expand(record, this.#bodies);
    if (isObject(whole.body)) this.#bodies.set(whole.exchange, whole.body);
    for (const oldest of this.#bodies.keys()) {
      if (this.#bodies.size <= REMEMBERED) break;
      this.#bodies.delete(oldest);
    }
    return whole;
  }
}

/** The records with every request's body whole again. Bodies share their equal parts in memory. */
export function* expandBodies(records: Iterable<WireRecord>): Generator<WireRecord> {
  const expander = new BodyExpander();
  for (const record of records) yield record.type === 'request' ? expander.expand(record) : record;
}

function expand(record: WireRequest, bodies: ReadonlyMap<number, Json>): WireRequest {
  const { shared, ...rest } = record;
  if (!shared || !isObject(record.body)) return record;
  const past = bodies.get(shared.exchange) ?? {};
  const body = { ...Object.fromEntries(shared.keys.map((key) => [key, past[key]])), ...record.body };
  for (const [key, length] of Object.entries(shared.prefix)) {
    body[key] = [...((past[key] as unknown[] | undefined) ?? []).slice(0, length), ...((record.body[key] as unknown[] | undefined) ?? [])];
  }
  return { ...rest, body };
}
