import { all } from '../../common/all.js';
import { digestOf } from '../../common/json.js';
import { expandBodies } from '../record/delta.js';
import { readWire } from '../record/read-wire.js';
import type { WireRecord, WireRequest, WireResponse } from '../record/wire.js';
import { generalMask, type Mask } from './mask.js';

/** A recorded request and what it got; null where the recording ends before the response. */
export interface Take {
  request: WireRequest;
  /** The masked body. */
  content: unknown;
  response: WireResponse | null;
}

/** The traffic of one attempt, by what was asked: same kind and same content get the responses in the order they were recorded. */
export class Cassette {
  readonly takes: Take[] = [];
  readonly #byKey = new Map<string, Take[]>();

  /** @param mask what does not count when requests are matched */
  constructor(
    records: Iterable<WireRecord>,
    readonly mask: Mask = generalMask(),
  ) {
    const open = new Map<number, Take>();
    for (const record of expandBodies(records)) {
      if (record.type === 'response') {
        const take = open.get(record.exchange);
        // What the gateway itself answered, it will answer again.
        if (take && record.source === 'upstream') take.response = record;
      } else if (['model', 'count-tokens', 'models'].includes(record.operation)) {
        const take = { request: record, content: mask.value(record.body ?? null), response: null };
        open.set(record.exchange, take);
        this.takes.push(take);
        const key = keyOf(record.operation, record.target, take.content);
        this.#byKey.set(key, [...(this.#byKey.get(key) ?? []), take]);
      }
    }
  }

  /** All takes of one kind and content. */
  find(operation: string, target: string, content: unknown): readonly Take[] {
    return this.#byKey.get(keyOf(operation, target, content)) ?? [];
  }
}

const keyOf = (operation: string, target: string, content: unknown): string => `${operation} ${target} ${digestOf(content)}`;

/** Reads a wire.jsonl. @throws UserError CLEANSLATE_WIRE */
export const readCassette = async (file: string, mask?: Mask): Promise<Cassette> => new Cassette(await all(readWire(file)), mask);
