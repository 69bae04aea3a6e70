import { sha256 } from '../../common/digest.js';
import type { TraceEvent } from '../events.js';
import { exchangesOf, type Exchange } from './exchanges.js';
import { attributes, type KeyValue, type Plain } from './otel-attributes.js';
import { sumTokens, usageTokens, wireTokens } from './tokens.js';

/** Longest text of one attribute, characters: collectors refuse spans that are too large. The trace has all of it. */
const LONGEST_TEXT = 32_768;

/** Numbers of OTLP's enumerations. */
const KIND = { internal: 1, client: 3 } as const;
const STATUS = { unset: 0, error: 2 } as const;

export interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  /** Nanoseconds since 1970, as text. */
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: KeyValue[];
  status: { code: number; message?: string };
}

/** What spans say of an attempt beyond its trace. */
export interface SpanFacts {
  /** `<campaign>/<trial>/attempt-<n>`: ids of traces and spans come from it, the same each time. */
  id: string;
  agent: { name: string; version: string; model: string | undefined };
  provider: string;
  /** Ours, on the agent's span, under `cleanslate.`. */
  attempt: Readonly<Record<string, Plain>>;
  /** Why the attempt does not count; undefined where it does. */
  failure: { type: string; message: string } | undefined;
}

/** The version of this program, as the scope of the spans. */
export interface Scope {
  name: string;
  version: string;
}

/**
 * One attempt as OTLP/JSON (one `TracesData`): a trace with an `invoke_agent` span for each session, and below it a
 * `chat` span for each request to the model and an `execute_tool` span for each tool call, by the GenAI semantic conventions.
 */
export function otelOf(events: readonly TraceEvent[], facts: SpanFacts, scope: Scope): unknown {
  const sessions = [...new Set(events.map(({ session }) => session))].sort((a, b) => a - b);
  const exchanges = exchangesOf(events);
  const spans = sessions.flatMap((session) =>
    new SessionSpans(facts, session, events.filter((event) => event.session === session), exchanges.filter((exchange) => exchange.session === session)).spans());
  return {
    resourceSpans: [{ resource: { attributes: attributes({ 'service.name': 'cleanslate', 'service.version': scope.version }) }, scopeSpans: [{ scope, spans }] }],
  };
}

class SessionSpans {
  readonly #traceId: string;
  readonly #root: string;

  constructor(private readonly facts: SpanFacts, private readonly session: number, private readonly events: readonly TraceEvent[], private readonly exchanges: readonly Exchange[]) {
    this.#traceId = sha256(facts.id).slice(0, 32);
    this.#root = this.#id('session');
  }

  spans(): Span[] {
    const below = [...this.exchanges.map((exchange) => this.#chat(exchange)), ...this.#tools()].sort((a, b) => (a.startTimeUnixNano < b.startTimeUnixNano ? -1 : 1));
    return [this.#agent(), ...below];
  }

  #agent(): Span {
    const { agent, provider, attempt, failure } = this.facts;
    const usage = this.events.filter(({ type, source }) => type === 'usage' && source === 'agent').map(usageTokens);
    const { input, output, cached } = sumTokens(usage.length > 0 ? usage : this.exchanges.flatMap(({ response }) => (response ? [wireTokens(response)] : [])));
    const span = this.#span('session', `invoke_agent ${agent.name}`, KIND.internal, this.events[0]?.time ?? '', this.events.at(-1)?.time ?? '', {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.provider.name': provider,
      'gen_ai.agent.name': agent.name,
      'gen_ai.agent.version': agent.version,
      'gen_ai.conversation.id': this.events.find(({ type, source, id }) => type === 'session.start' && source === 'agent' && id !== undefined)?.id,
      'gen_ai.request.model': agent.model,
      'gen_ai.usage.input_tokens': input,
      'gen_ai.usage.output_tokens': output,
      'gen_ai.usage.cache_read.input_tokens': cached,
      'error.type': failure?.type,
      ...Object.fromEntries(Object.entries(attempt).map(([key, value]) => [`cleanslate.${key}`, value])),
      'cleanslate.session': this.session,
    }, failure?.message);
    const { parentSpanId: _none, ...root } = span;
    return root;
  }

  #chat(exchange: Exchange): Span {
    const { id, request, response, requested, observed, status, finish, aux, operation, fault } = exchange;
    const { input, output, cached } = response ? wireTokens(response) : { input: undefined, output: undefined, cached: undefined };
    const failure = fault ?? (response ? undefined : 'no-response');
    return this.#span(id, `chat ${requested ?? ''}`.trim(), KIND.client, request.time, response?.time ?? request.time, {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': this.facts.provider,
      'gen_ai.request.model': requested,
      'gen_ai.response.model': observed,
      'gen_ai.response.finish_reasons': finish === null ? undefined : [finish],
      'gen_ai.usage.input_tokens': input,
      'gen_ai.usage.output_tokens': output,
      'gen_ai.usage.cache_read.input_tokens': cached,
      'http.response.status_code': status,
      'error.type': failure,
      'cleanslate.exchange': id,
      'cleanslate.operation': operation,
      'cleanslate.aux': aux,
    }, failure);
  }

  #tools(): Span[] {
    const spans: Span[] = [];
    const open = new Map<string, TraceEvent[]>();
    const key = ({ call_id, id }: TraceEvent): string => call_id ?? id ?? '';
    for (const event of this.events) {
      if (event.type === 'tool.call') {
        const waiting = open.get(key(event));
        if (waiting) waiting.push(event);
        else open.set(key(event), [event]);
      } else if (event.type === 'tool.result') {
        const call = open.get(key(event))?.shift();
        if (call) spans.push(this.#tool(call, event));
      }
    }
    return [...spans, ...[...open.values()].flat().map((call) => this.#tool(call, undefined))];
  }

  #tool(call: TraceEvent, result: TraceEvent | undefined): Span {
    const answered = result !== undefined && result.unmatched === undefined;
    const failure = !answered ? 'no-result' : result.exit_code !== undefined && result.exit_code !== 0 ? 'exit-code' : undefined;
    const name = call.name ?? '';
    return this.#span(`call-${String(call.seq)}`, `execute_tool ${name}`.trim(), KIND.internal, call.time, result?.time ?? call.time, {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': name,
      'gen_ai.tool.type': 'function',
      'gen_ai.tool.call.id': call.call_id ?? call.id,
      'gen_ai.tool.call.arguments': textOf(call.arguments),
      'gen_ai.tool.call.result': answered ? textOf(result.result) : undefined,
      'error.type': failure,
      'cleanslate.exit_code': result?.exit_code,
      'cleanslate.seq': call.seq,
    }, failure);
  }

  #span(key: string, name: string, kind: number, start: string, end: string, values: Readonly<Record<string, Plain>>, failure: string | undefined): Span {
    const [from, to] = [nanoseconds(start), nanoseconds(end)];
    return {
      traceId: this.#traceId,
      spanId: this.#id(key),
      parentSpanId: this.#root,
      name,
      kind,
      startTimeUnixNano: String(from),
      // Two clocks may be told: the agent's and ours.
      endTimeUnixNano: String(to < from ? from : to),
      attributes: attributes(values),
      status: failure === undefined ? { code: STATUS.unset } : { code: STATUS.error, message: failure },
    };
  }

  #id(key: string): string {
    return sha256(`${this.facts.id} ${String(this.session)} ${key}`).slice(0, 16);
  }
}

const nanoseconds = (time: string): bigint => BigInt(Date.parse(time)) * 1_000_000n;

function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
}
