import { timestamp } from '../../common/clock.js';
import type { ModelReply, Usage } from '../dialects/message.js';
import { splitHeaders } from '../http/headers.js';
import { costOf, priceFor, reckonTokens } from '../control/spend.js';
import type { Recorded } from '../record/response-recorder.js';
import type { Fault, WireRequest, WireResponse } from '../record/wire.js';
import type { AttemptState } from './state.js';

/** What a response was; `recorded` is absent where no body came. */
export interface Ended {
  source: 'upstream' | 'gateway';
  status: number | null;
  headers: Record<string, string>;
  recorded: Recorded | null;
  timings: WireResponse['timings'];
  complete: boolean;
  fault: Fault | null;
  tunnel?: WireResponse['tunnel'];
}

/** The record of a response, and what it cost. */
export function conclude(attempt: AttemptState, request: WireRequest, ended: Ended): WireResponse {
  const { recorded } = ended;
  const { shown, withheld } = splitHeaders(ended.headers);
  const reply = recorded?.reply ?? null;
  const spent = request.operation === 'model' && ended.source === 'upstream' ? spentOf(attempt, request, reply, recorded) : null;
  return {
    type: 'response',
    exchange: request.exchange,
    time: timestamp(attempt.shared.clock),
    session: request.session,
    source: ended.source,
    status: ended.status,
    headers: shown,
    withheld,
    ...(recorded ? recorded.content : { bytes: 0 }),
    timings: ended.timings,
    requested_model: request.model,
    observed_model: reply?.model ?? null,
    reply: reply && request.operation === 'model' ? shownReply(reply) : null,
    tokens: reply?.usage ?? null,
    tokens_estimated: spent?.estimated ?? false,
    cost_usd: spent?.cost ?? null,
    complete: ended.complete,
    fault: ended.fault,
    ...(ended.tunnel ? { tunnel: ended.tunnel } : {}),
  };
}

const shownReply = ({ text, reasoning, calls, finish, finish_raw }: ModelReply): NonNullable<WireResponse['reply']> => ({
  text, reasoning, calls, finish, finish_raw,
});

/** Adds the reply to the budgets. Where the provider counted nothing but a reply came, bytes are reckoned. */
function spentOf(attempt: AttemptState, request: WireRequest, reply: ModelReply | null, recorded: Recorded | null): { estimated: boolean; cost: number | null } | null {
  if (!reply || reply.error) return null;
  const counted = reply.usage !== null && (reply.usage.input !== null || reply.usage.output !== null);
  const reckoned: Usage = { input: reckonTokens(request.bytes), output: reckonTokens(recorded?.content.bytes ?? 0), cached: null, cache_write: null, reasoning: null };
  const usage = counted && reply.usage ? reply.usage : reckoned;
  const price = priceFor(attempt.provider.prices, reply.model ?? request.model ?? '');
  const cost = price ? costOf(usage, price) : null;
  attempt.spend((usage.input ?? 0) + (usage.output ?? 0), cost);
  return { estimated: !counted, cost };
}
