import { once } from 'node:events';
import { eventText } from '../dialects/dialect.js';
import { showTarget } from '../http/headers.js';
import type { WireResponse } from '../record/wire.js';
import type { Scrubber } from '../redact/scrubber.js';
import { UpstreamFault, type Upstream, type UpstreamRequest, type UpstreamResponse } from '../upstream.js';
import type { Cassette, Take } from './cassette.js';
import { firstDifference } from './mask.js';

/** Answers from recorded traffic, without a model. What was never recorded is a miss: both sides are told. */
export class ReplayUpstream implements Upstream {
  readonly mode = 'replay';
  /** How many takes of a key an attempt has had. */
  readonly #used = new Map<string, Set<Take>>();

  /** @param scrubber the one of the recording, so that what it masked matches. */
  constructor(
    private readonly cassette: Cassette,
    private readonly scrubber: Scrubber,
  ) {}

  async respond(request: UpstreamRequest, signal: AbortSignal): Promise<UpstreamResponse> {
    const used = this.#used.get(request.attempt) ?? new Set();
    this.#used.set(request.attempt, used);
    const content = this.cassette.mask.value(this.scrubber.json(request.json));
    const takes = this.cassette.find(request.route.operation, this.scrubber.text(showTarget(request.target)), content);
    // Asked more often than recorded (a CLI may retry by the clock): the last response again.
    const take = takes.find((each) => !used.has(each)) ?? takes.at(-1);
    if (!take) throw this.#miss(request, content, used);
    used.add(take);
    return played(take.response, signal);
  }

  #miss(request: UpstreamRequest, asked: unknown, used: ReadonlySet<Take>): UpstreamFault {
    const next = this.cassette.takes.find((take) => !used.has(take) && take.request.operation === request.route.operation);
    const message = next ? `not recorded; the recording goes on with exchange ${String(next.request.exchange)}` : 'not recorded; the recording is over';
    const detail = next ? { exchange: next.request.exchange, target: next.request.target, ...firstDifference(next.content, asked) } : { exchange: null };
    return new UpstreamFault('replay-miss', message, { detail });
  }
}

async function played(response: WireResponse | null, signal: AbortSignal): Promise<UpstreamResponse> {
  if (!response) return silence(signal);
  if (response.status !== null) return { status: response.status, headers: response.headers, body: body(response, signal) };
  if (response.fault?.kind === 'hang') return silence(signal);
  throw new UpstreamFault(response.fault?.kind === 'timeout' ? 'timeout' : 'unreachable', response.fault?.message ?? 'no response was recorded');
}

async function silence(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort');
  throw signal.reason;
}

async function* body(response: WireResponse, signal: AbortSignal): AsyncGenerator<Buffer> {
  for (const { event, data } of response.events ?? []) {
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    yield Buffer.from(eventText(event === undefined ? { data: text } : { event, data: text }));
  }
  if (response.body !== undefined) yield Buffer.from(JSON.stringify(response.body));
  if (response.body_text !== undefined) yield Buffer.from(response.body_text);
  if (response.body_base64 !== undefined) yield Buffer.from(response.body_base64, 'base64');
  if (response.fault?.kind === 'client-abort') await silence(signal);
  if (response.fault?.kind === 'cut-stream') throw new Error('the recorded stream ends here');
}
