import type { IncomingMessage } from 'node:http';
import { timestamp, type Clock } from '../../common/clock.js';
import { bodyOf, type ServiceRecord } from './record.js';

/** A request to a service that is under way. */
export interface Exchange {
  /** Its body as it is recorded. */
  request: unknown;
  /** @param complete false where the connection broke */
  end(status: number, body: Uint8Array, complete: boolean): void;
}

export interface ExchangesOptions {
  clock: Clock;
  /** Gets each record as it comes. */
  record(record: ServiceRecord): void;
}

/** Numbers what passes between an attempt's agent and its services, and makes the records of it. */
export class Exchanges {
  #count = 0;

  constructor(private readonly options: ExchangesOptions) {}

  /** Of one request, whose body has come. */
  begin({ session, service, by }: { session: number; service: string; by: 'agent' | 'harness' }, { method = 'GET', url = '/' }: Pick<IncomingMessage, 'method' | 'url'>, body: Uint8Array): Exchange {
    const { clock, record } = this.options;
    this.#count += 1;
    const common = { exchange: this.#count, session, service };
    const began = clock.monotonic();
    const asked = bodyOf(body);
    record({ type: 'request', ...common, time: timestamp(clock), by, method, target: url, ...asked });
    let ended = false;
    return {
      request: asked.body,
      end: (status, answer, complete) => {
        if (ended) return;
        ended = true;
        record({ type: 'response', ...common, time: timestamp(clock), status, ...bodyOf(answer), duration_ms: Math.round(clock.monotonic() - began), complete });
      },
    };
  }
}
