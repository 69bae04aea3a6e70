import { BodyHistory } from '../../src/gateway/record/delta.js';
import type { WireRecord, WireRequest, WireResponse } from '../../src/gateway/record/wire.js';

/** A call that the model makes, and what the agent tells it of it. */
export interface Asked {
  id: string;
  name: string;
  arguments: unknown;
  /** Undefined: no later request carries one. */
  result?: string;
}

const TIME = '2026-11-29T12:00:00.000Z';

const base: Omit<WireRequest, 'exchange' | 'bytes'> = {
  type: 'request', time: TIME, session: 1, mode: 'scripted', operation: 'model', dialect: 'openai-chat', method: 'POST', target: '/v1/chat/completions',
  headers: {}, withheld: [], model: 'm', stream: true, tools: [], server_state: [], aux: null,
};

/** The records of one conversation in Chat Completions: a reply for each list of calls, then one that ends it. */
export function conversation(replies: readonly (readonly Asked[])[], response: Partial<WireResponse> = {}): WireRecord[] {
  const history = new BodyHistory();
  const messages: unknown[] = [{ role: 'user', content: 'What is decided?' }];
  return [...replies, []].flatMap((calls, at): WireRecord[] => {
    const exchange = at + 1;
    const request: WireRequest = { ...base, exchange, bytes: 1, ...history.shorten(exchange, { model: 'm', messages: [...messages] }) };
    messages.push({ role: 'assistant', content: null, tool_calls: calls.map(({ id, name, arguments: given }) => ({ id, type: 'function', function: { name, arguments: JSON.stringify(given) } })) });
    for (const { id, result } of calls) if (result !== undefined) messages.push({ role: 'tool', tool_call_id: id, content: result });
    return [request, answer(exchange, calls, at === replies.length - 1 ? response : {})];
  });
}

const answer = (exchange: number, calls: readonly Asked[], more: Partial<WireResponse>): WireResponse => ({
  type: 'response', exchange, time: TIME, session: 1, source: 'upstream', status: 200, headers: {}, withheld: [], bytes: 1,
  timings: { queued_ms: 0, first_byte_ms: 1, end_ms: 2 }, requested_model: 'm', observed_model: 'm',
  reply: { text: '', reasoning: '', calls: calls.map(({ id, name, arguments: given }) => ({ id, name, kind: 'function', arguments: given })), finish: 'tool-calls', finish_raw: null },
  tokens: null, tokens_estimated: false, cost_usd: null, complete: true, fault: null, ...more,
});
