import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { digestOf } from '../../common/json.js';
import { messageOf, UserError } from '../../common/errors.js';
import { expandBodies } from '../record/delta.js';
import { wireRecord, type WireRecord, type WireRequest, type WireResponse } from '../record/wire.js';
import { masked } from './mask.js';

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

  constructor(records: Iterable<WireRecord>) {
    const open = new Map<number, Take>();
    for (const record of expandBodies(records)) {
      if (record.type === 'response') {
        const take = open.get(record.exchange);
        // What the gateway itself answered, it will answer again.
        if (take && record.source === 'upstream') take.response = record;
      } else if (['model', 'count-tokens', 'models'].includes(record.operation)) {
        const take = { request: record, content: masked(record.body ?? null), response: null };
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

/** Reads a wire.jsonl. @throws UserError CLEANSLATE_CASSETTE */
export async function readCassette(file: string): Promise<Cassette> {
  const records: WireRecord[] = [];
  let number = 0;
  try {
    for await (const line of createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity })) {
      number += 1;
      if (line.trim() !== '') records.push(wireRecord.parse(JSON.parse(line)));
    }
  } catch (cause) {
    const where = number === 0 ? file : `${file}:${String(number)}`;
    throw new UserError('CLEANSLATE_CASSETTE', `is no recorded traffic: ${messageOf(cause).split('\n')[0] ?? ''}`, { where, hint: 'give the wire.jsonl of an attempt', cause });
  }
  return new Cassette(records);
}
