import type { IncomingMessage, ServerResponse } from 'node:http';
import { messageOf } from '../../common/errors.js';
import { readBody } from '../http/body.js';
import { routeOf, type Route } from '../http/route.js';
import { faultOf, makeFault } from '../record/fault.js';
import type { FaultKind } from '../record/fault-kinds.js';
import type { Fault, WireRequest } from '../record/wire.js';
import { UpstreamFault, type UpstreamResponse } from '../upstream.js';
import { reckonTokens } from '../control/spend.js';
import { carry, type Carried } from './carry.js';
import { understand, type Understood } from './request-record.js';
import { conclude, type Ended } from './response-record.js';
import type { AttemptState } from './state.js';

/** One request from its first byte to its record: read, admit, pace, ask, pass on, record. Never rejects. */
export class Exchange {
  readonly #started: number;
  readonly #abort = new AbortController();
  /** Ms spent waiting for the provider's pace, and when the request went out. */
  #queued = 0;
  #sent = 0;

  constructor(
    private readonly attempt: AttemptState,
    private readonly request: IncomingMessage,
    private readonly response: ServerResponse,
  ) {
    this.#started = attempt.shared.clock.monotonic();
    response.once('close', () => {
      if (!response.writableFinished) this.#abort.abort(new Error('the agent closed the connection'));
    });
    response.on('error', () => undefined);
  }

  /** Ms since the request came. */
  #elapsed(): number {
    return this.attempt.shared.clock.monotonic() - this.#started;
  }

  async run(): Promise<void> {
    const { attempt, request } = this;
    const exchange = attempt.nextExchange();
    const route = routeOf(request.method ?? 'GET', request.url ?? '/', request.headers);
    const body = await readBody(request, attempt.limits.body_bytes);
    const understood = understand(attempt, exchange, request, route, body);
    await attempt.write(understood.record);
    try {
      await this.#answer(route, body.raw, understood);
    } catch (error) {
      const fault = makeFault('harness', messageOf(error));
      attempt.signal('harness', `the gateway failed: ${messageOf(error)}`, fault);
      await this.#refuse(route, understood.record, 500, 'gateway_error', fault);
    }
  }

  async #answer(route: Route, raw: Buffer, understood: Understood): Promise<void> {
    const { attempt } = this;
    const { record } = understood;
    const passes = attempt.provider.upstream.mode !== 'passthrough' && ['model', 'count-tokens', 'models'].includes(route.operation);
    if (route.operation === 'ping') return this.#own(record, 200, '', null);
    if (record.invalid === 'too-large') return this.#refuse(route, record, 413, 'request_too_large', makeFault('bad-request', 'the request body is too large'));
    if (!passes) return this.#refuse(route, record, ...notHere(route));
    if (record.invalid !== undefined) return this.#refuse(route, record, 400, 'invalid_json', makeFault('bad-request', `the request body is not readable: ${record.invalid}`));
    const cap = attempt.capReached();
    // 400, because every client gives up on it at once.
    if (cap !== null) return this.#refuse(route, record, 400, 'limit_reached', makeFault('cap', cap));
    return this.#forward(route, raw, understood);
  }

  async #forward(route: Route, raw: Buffer, understood: Understood): Promise<void> {
    const { attempt, request } = this;
    const { pace, upstream } = attempt.provider;
    const waiting = this.#elapsed();
    let slot;
    try {
      slot = await pace.enter(reckonTokens(understood.record.bytes), this.#abort.signal);
    } catch {
      return this.#record(understood.record, { source: 'gateway', status: null, fault: makeFault('hang', 'the pace of the provider kept it waiting until the agent gave up') });
    }
    this.#sent = this.#elapsed();
    this.#queued = this.#sent - waiting;
    const watch = attempt.watch.begin();
    try {
      const { json, model, aux } = understood;
      const asked = { attempt: attempt.spec.id, session: attempt.session, method: request.method ?? 'GET', target: request.url ?? '/', headers: request.headers, raw, json, model, route, aux };
      const answer = await upstream.respond(asked, this.#abort.signal);
      const carried = await carry(answer, this.response, route.dialect, attempt.shared.secrets, () => this.#elapsed(), watch.alive);
      const fault = this.#judge(route, answer, carried);
      if (fault?.retry_after_ms !== undefined) pace.hold(fault.retry_after_ms);
      const usage = carried.recorded.reply?.usage;
      slot.release(usage ? (usage.input ?? 0) + (usage.output ?? 0) : null);
      await this.#record(understood.record, { source: 'upstream', status: answer.status, headers: answer.headers, fault, carried });
    } catch (error) {
      slot.release(null);
      await this.#failed(route, understood.record, error);
    } finally {
      watch.done();
      slot.release(null);
    }
  }

  #judge(route: Route, answer: UpstreamResponse, { recorded, aborted, broken }: Carried): Fault | null {
    const isModel = route.operation === 'model';
    return faultOf({
      status: answer.status,
      contentType: answer.headers['content-type'] ?? '',
      headers: answer.headers,
      error: recorded.reply?.error ?? null,
      text: recorded.text,
      malformed: isModel && recorded.malformed,
      complete: isModel ? recorded.complete : !broken && !aborted,
      broken,
      aborted,
      bytes: recorded.content.bytes,
    });
  }

  /** No response: the agent left, or the provider could not be reached. */
  async #failed(route: Route, record: WireRequest, error: unknown): Promise<void> {
    if (this.#abort.signal.aborted) {
      const fault = makeFault('hang', 'nothing came until the agent gave up');
      return this.#record(record, { source: 'upstream', status: null, fault });
    }
    if (!(error instanceof UpstreamFault)) throw error;
    const fault = makeFault(error.kind, error.message, error.detail === undefined ? {} : { detail: error.detail });
    if (error.kind === 'replay-miss') this.attempt.signal('replay-miss', error.message, fault);
    if (error.kind === 'harness') this.attempt.signal('harness', error.message, fault);
    const status = error.kind === 'timeout' ? 504 : error.kind === 'unreachable' ? 502 : 400;
    await this.#refuse(route, record, status, error.kind.replace('-', '_'), fault);
  }

  /** An error of the gateway's own, in the shape that the dialect's clients read. */
  #refuse(route: Route, record: WireRequest, status: number, code: string, fault: Fault): Promise<void> {
    return this.#own(record, status, JSON.stringify(route.dialect.error(status, code, this.attempt.shared.scrubber.text(fault.message))), fault);
  }

  async #own(record: WireRequest, status: number, body: string, fault: Fault | null): Promise<void> {
    const { response } = this;
    const headers: Record<string, string> = body === '' ? {} : { 'content-type': 'application/json' };
    // A body that was not read to its end leaves no usable connection behind.
    if (record.invalid === 'too-large') headers.connection = 'close';
    if (!response.headersSent) response.writeHead(status, headers);
    response.end(body);
    await this.#record(record, { source: 'gateway', status, headers, fault, body });
  }

  async #record(record: WireRequest, what: Outcome): Promise<void> {
    const { attempt } = this;
    const recorded = what.carried?.recorded ?? (what.body ? { content: { bytes: what.body.length, body: JSON.parse(what.body) as unknown }, reply: null, complete: true, malformed: false, text: '' } : null);
    const firstByte = what.carried?.firstByte ?? null;
    const ended: Ended = {
      source: what.source,
      status: what.status,
      headers: what.headers ?? {},
      recorded,
      timings: { queued_ms: round(this.#queued), first_byte_ms: firstByte === null ? null : round(firstByte - this.#sent), end_ms: round(this.#elapsed()) },
      complete: what.carried ? recorded?.complete === true || (record.operation !== 'model' && !what.carried.broken) : what.status !== null,
      fault: what.fault,
    };
    if (record.operation === 'model' && record.aux === null && what.fault?.kind !== 'client-abort') attempt.watch.ended(what.fault);
    await attempt.write(conclude(attempt, record, ended));
  }
}

interface Outcome {
  source: 'upstream' | 'gateway';
  status: number | null;
  headers?: Record<string, string>;
  fault: Fault | null;
  carried?: Carried;
  body?: string;
}

const round = (ms: number): number => Math.max(0, Math.round(ms * 1000) / 1000);

function notHere(route: Route): [number, string, Fault] {
  const proxied = route.operation === 'proxy';
  const kind: FaultKind = proxied ? 'host-refused' : 'unknown-path';
  return [proxied ? 403 : 404, proxied ? 'host_refused' : 'not_found', makeFault(kind, proxied ? 'this address cannot be reached from here' : 'there is nothing at this path')];
}
