import type { TraceEvent } from '../events.js';
import type { AtifResult, AtifStep, AtifToolCall } from './atif-schema.js';
import { isReply, type Exchange } from './exchanges.js';
import { usageTokens, wireTokens, type Tokens } from './tokens.js';

/** A step while it is put together. */
interface Draft {
  step: Omit<AtifStep, 'step_id'>;
  /** The exchange that it came from, where ids of calls tell it. */
  exchange?: string;
  usage: Tokens[];
}

/**
 * The steps of one session. A step of the agent is what came of one reply of its model: it ends where results have come
 * and the agent goes on. Where ids on the wire tell which calls came together, they decide.
 */
export function stepsOf(events: readonly TraceEvent[], exchanges: readonly Exchange[]): AtifStep[] {
  const builder = new StepBuilder(exchanges);
  for (const event of events) builder.take(event);
  return builder.end();
}

class StepBuilder {
  readonly #drafts: Draft[] = [];
  readonly #exchangeOf: Map<string, string>;
  readonly #replies: Exchange[];
  readonly #replyById: Map<string, Exchange>;
  readonly #prompts = new Set<string>();
  #current: Draft | undefined;
  /** Call id → the calls with it that have no result yet, oldest first: some CLIs use an id again. */
  readonly #waiting = new Map<string, { draft: Draft; tool_call_id: string }[]>();
  /** Tokens that were told before the step that they belong to. */
  #coming: Tokens[] = [];

  constructor(exchanges: readonly Exchange[]) {
    this.#replies = exchanges.filter(isReply);
    this.#replyById = new Map(this.#replies.map((reply) => [reply.id, reply]));
    this.#exchangeOf = new Map(this.#replies.flatMap(({ id, calls }) => calls.map((call) => [call, id])));
  }

  take(event: TraceEvent): void {
    switch (event.type) {
      case 'prompt':
        return this.#prompt(event);
      case 'error':
        return this.#interlude('system', event, { type: 'error', ...(event.id !== undefined && { id: event.id }) });
      case 'message':
      case 'reasoning':
        return this.#say(event);
      case 'tool.call':
        return this.#call(event);
      case 'tool.result':
        return this.#result(event);
      case 'usage':
        return this.#used(event);
      default:
        return;
    }
  }

  end(): AtifStep[] {
    const agents = this.#drafts.filter(({ step }) => step.source === 'agent');
    const oneToOne = agents.length === this.#replies.length;
    const fromStream = this.#replies.length === 0 && agents.every(({ usage }) => usage.length === 1);
    agents.forEach((draft, at) => {
      const reply = draft.exchange === undefined ? (oneToOne ? this.#replies[at] : undefined) : this.#replyById.get(draft.exchange);
      const tokens = reply?.response ? wireTokens(reply.response) : fromStream ? draft.usage[0] : undefined;
      if (reply?.observed !== undefined) draft.step.model_name = reply.observed;
      if (reply) draft.step.llm_call_count = 1;
      if (tokens && Object.values(tokens).some((value) => value !== undefined)) draft.step.metrics = metricsOf(tokens);
    });
    return this.#drafts.map(({ step }, at) => ({ step_id: at + 1, ...step }));
  }

  /** CLIs repeat the prompt that they got; that is not said twice. */
  #prompt(event: TraceEvent): void {
    const text = textOf(event.result);
    if (event.source === 'agent' && this.#prompts.has(text.trim())) return;
    this.#prompts.add(text.trim());
    this.#interlude('user', event, event.source === 'agent' ? { said_by: 'agent-stream' } : undefined);
  }

  #interlude(source: 'user' | 'system', event: TraceEvent, extra: Record<string, unknown> | undefined): void {
    this.#drafts.push({ step: { timestamp: event.time, source, message: textOf(event.result), ...(extra && { extra }) }, usage: [] });
    this.#current = undefined;
  }

  #say({ type, time, id, result }: TraceEvent): void {
    const { step } = this.#agent(time);
    const text = textOf(result);
    // Without an id it is a piece of a longer text.
    const join = (before: string): string => (before === '' ? text : `${before}${id === undefined ? '' : '\n'}${text}`);
    if (type === 'message') step.message = join(step.message as string);
    else step.reasoning_content = join(step.reasoning_content ?? '');
  }

  #call({ time, call_id, id, name = '', arguments: given, seq }: TraceEvent): void {
    const own = call_id ?? id ?? `seq-${String(seq)}`;
    const exchange = this.#exchangeOf.get(own);
    const draft = this.#agent(time, exchange);
    if (exchange !== undefined) draft.exchange = exchange;
    const calls = (draft.step.tool_calls ??= []);
    const tool_call_id = calls.some((call) => call.tool_call_id === own) ? `${own}~${String(calls.length + 1)}` : own;
    calls.push(toolCall(tool_call_id, name, given));
    const waiting = this.#waiting.get(own);
    if (waiting) waiting.push({ draft, tool_call_id });
    else this.#waiting.set(own, [{ draft, tool_call_id }]);
  }

  #result(event: TraceEvent): void {
    const own = event.call_id ?? event.id ?? '';
    const { draft: asker, tool_call_id: source_call_id } = this.#waiting.get(own)?.shift() ?? {};
    if (event.unmatched === 'no-result') {
      const call = asker?.step.tool_calls?.find(({ tool_call_id }) => tool_call_id === source_call_id);
      if (call) call.extra = { ...call.extra, unmatched: 'no-result' };
      return;
    }
    const draft = asker ?? this.#agent(event.time);
    ((draft.step.observation ??= { results: [] }).results).push(resultOf(event, source_call_id));
  }

  /** Tokens of a step come before its calls or after their results: a step has them once, and the next ones are the next step's. */
  #used(event: TraceEvent): void {
    const usage = this.#current?.usage.length === 0 ? this.#current.usage : this.#coming;
    usage.push(usageTokens(event));
  }

  #agent(time: string, exchange?: string): Draft {
    const now = this.#current;
    if (now && exchange !== undefined && now.exchange === exchange) return now;
    const isOver = now?.step.observation !== undefined || (exchange !== undefined && now?.exchange !== undefined);
    return now && !isOver ? now : this.#open(time);
  }

  #open(time: string): Draft {
    const draft: Draft = { step: { timestamp: time, source: 'agent', message: '' }, usage: this.#coming };
    this.#coming = [];
    this.#drafts.push(draft);
    this.#current = draft;
    return draft;
  }
}

/** Arguments must be an object there; what is none is kept as `input`. */
function toolCall(tool_call_id: string, function_name: string, given: unknown): AtifToolCall {
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return { tool_call_id, function_name, arguments: given as Record<string, unknown> };
  return { tool_call_id, function_name, arguments: given === undefined ? {} : { input: given }, extra: { arguments: given === undefined ? 'none' : 'input' } };
}

function resultOf({ call_id, result, exit_code, duration_ms, truncated, unmatched }: TraceEvent, source_call_id: string | undefined): AtifResult {
  const isJson = result !== undefined && result !== null && typeof result !== 'string';
  const extra = {
    ...(exit_code !== undefined && { exit_code }),
    ...(duration_ms !== undefined && { duration_ms }),
    ...(truncated === true && { truncated }),
    ...(unmatched !== undefined && { unmatched, ...(call_id !== undefined && { call_id }) }),
    ...(isJson && { json: true }),
  };
  return {
    ...(source_call_id !== undefined && { source_call_id }),
    content: result === undefined || result === null ? null : textOf(result),
    ...(Object.keys(extra).length > 0 && { extra }),
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value));

const metricsOf = ({ input, output, cached }: Tokens): NonNullable<AtifStep['metrics']> => ({
  ...(input !== undefined && { prompt_tokens: input }),
  ...(output !== undefined && { completion_tokens: output }),
  ...(cached !== undefined && { cached_tokens: cached }),
});
