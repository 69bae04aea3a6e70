import type { WireRecord } from '../gateway/record/wire.js';
import type { OwnEvent } from '../trace/recorder.js';

/** What the trace says of a wire record: enough to see on the timeline; the record itself is in wire.jsonl under its exchange. */
export function gatewayEvents(record: WireRecord): OwnEvent[] {
  const common = { session: record.session, source: 'gateway' as const, time: record.time, id: `exchange-${String(record.exchange)}` };
  if (record.type === 'request') {
    const { model, operation, dialect, aux, tools, server_state } = record;
    return [{ ...common, type: 'model.request', ...(model !== null && { name: model }), arguments: { operation, dialect, aux, tools: tools.length, server_state } }];
  }
  const { status, observed_model, reply, tokens, complete, fault, timings } = record;
  const calls = reply?.calls.map(({ id, name, arguments: given }) => ({ id, name, arguments: given })) ?? [];
  return [
    {
      ...common,
      type: 'model.response',
      ...(observed_model !== null && { name: observed_model }),
      result: { status, complete, finish: reply?.finish ?? null, text: reply?.text ?? null, calls, tokens, fault },
      duration_ms: Math.round(timings.end_ms),
    },
  ];
}
