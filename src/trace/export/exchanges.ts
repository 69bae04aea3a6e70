import type { TraceEvent } from '../events.js';

/** One request to the model and what came of it, as the gateway's events in a trace tell it. */
export interface Exchange {
  /** `exchange-<n>`, as in wire.jsonl. */
  id: string;
  session: number;
  request: TraceEvent;
  /** Undefined where the trace ends before it. */
  response: TraceEvent | undefined;
  /** What the CLI asked it for beside the conversation; null: part of it. */
  aux: string | null;
  operation: string;
  requested: string | undefined;
  observed: string | undefined;
  status: number | null;
  finish: string | null;
  /** Ids of the tool calls in the reply. */
  calls: string[];
  /** Kind of what went wrong; null where nothing did. */
  fault: string | null;
}

interface Asked {
  operation?: unknown;
  aux?: unknown;
}

interface Answered {
  status?: unknown;
  finish?: unknown;
  calls?: unknown;
  fault?: unknown;
}

/** The exchanges of a trace, in the order in which they were asked. */
export function exchangesOf(events: readonly TraceEvent[]): Exchange[] {
  const exchanges = new Map<string, Exchange>();
  for (const event of events) {
    const { source, type, id, session, name } = event;
    if (source !== 'gateway' || id === undefined) continue;
    if (type === 'model.request') {
      const { operation, aux } = (event.arguments ?? {}) as Asked;
      exchanges.set(id, {
        id, session, request: event, response: undefined, aux: typeof aux === 'string' ? aux : null, operation: typeof operation === 'string' ? operation : 'model',
        requested: name, observed: undefined, status: null, finish: null, calls: [], fault: null,
      });
    } else if (type === 'model.response') {
      const exchange = exchanges.get(id);
      if (exchange) answer(exchange, event);
    }
  }
  return [...exchanges.values()];
}

function answer(exchange: Exchange, event: TraceEvent): void {
  const { status, finish, calls, fault } = (event.result ?? {}) as Answered;
  exchange.response = event;
  exchange.observed = event.name;
  exchange.status = typeof status === 'number' ? status : null;
  exchange.finish = typeof finish === 'string' ? finish : null;
  exchange.calls = Array.isArray(calls) ? calls.map((call) => String((call as { id?: unknown } | null)?.id)) : [];
  const kind = (fault as { kind?: unknown } | null | undefined)?.kind;
  exchange.fault = typeof kind === 'string' ? kind : null;
}

/** Part of the conversation, and answered as it should be. */
export const isReply = ({ operation, aux, response, fault }: Exchange): boolean => operation === 'model' && aux === null && response !== undefined && fault === null;
