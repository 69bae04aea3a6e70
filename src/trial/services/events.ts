import type { ServiceRecord } from '../../gateway/services/record.js';
import type { OwnEvent } from '../../trace/recorder.js';

/** What the trace says of what passes between an agent and a service: enough to see on the timeline; the rest is in services.jsonl under its exchange. */
export function serviceEvents(record: ServiceRecord): OwnEvent[] {
  const { session, service, time, exchange } = record;
  const common = { session, source: 'service' as const, time, id: `service-exchange-${String(exchange)}` };
  if (record.type === 'request') return record.by === 'harness' ? [] : [{ ...common, type: 'service.request', name: service, arguments: asked(record.method, record.target, record.body) }];
  return [{ ...common, type: 'service.response', name: service, result: answered(record.status, record.body), duration_ms: record.duration_ms }];
}

interface Rpc {
  method?: unknown;
  params?: { name?: unknown; arguments?: unknown };
  result?: unknown;
  error?: unknown;
}

const isRpc = (body: unknown): body is Rpc & { jsonrpc: '2.0' } => typeof body === 'object' && body !== null && (body as { jsonrpc?: unknown }).jsonrpc === '2.0';

function asked(method: string, target: string, body: unknown): unknown {
  if (!isRpc(body)) return { method, target, body };
  const { name, arguments: given } = body.params ?? {};
  return { method: body.method, ...(body.method === 'tools/call' && { tool: name, arguments: given }) };
}

const answered = (status: number, body: unknown): unknown => (isRpc(body) ? (body.error === undefined ? { result: body.result } : { error: body.error }) : { status, body });
