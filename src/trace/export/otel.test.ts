import { expect, test } from 'vitest';
import type { TraceEvent } from '../events.js';
import type { AnyValue } from './otel-attributes.js';
import { otelOf, type Span, type SpanFacts } from './otel.js';

const facts: SpanFacts = { id: 'c/t/attempt-1', agent: { name: 'codex', version: '0.1', model: 'm' }, provider: 'scripted', attempt: { trial: 't', valid: true, cost: 0.5, run: undefined }, failure: undefined };
const at = (ms: number): string => new Date(1_800_000_000_000 + ms).toISOString();
const event = (ms: number, more: Partial<TraceEvent>): TraceEvent => ({ seq: ms + 1, time: at(ms), session: 1, source: 'agent', type: 'message', ...more });

const events: TraceEvent[] = [
  event(0, { source: 'harness', type: 'session.start' }),
  event(1, { type: 'session.start', id: 'conversation' }),
  event(2, { source: 'gateway', type: 'model.request', id: 'exchange-1', name: 'm', arguments: { operation: 'model', aux: null } }),
  event(9, { source: 'gateway', type: 'model.response', id: 'exchange-1', name: 'm-2026', result: { status: 200, finish: 'tool-calls', calls: [{ id: 'a' }], tokens: { input: 10, output: 2, cached: 1 }, fault: null } }),
  event(10, { type: 'tool.call', call_id: 'a', name: 'Bash', arguments: { command: 'ls' } }),
  event(30, { type: 'tool.result', call_id: 'a', result: 'A.md', exit_code: 0 }),
  event(31, { type: 'tool.call', call_id: 'b', name: 'Bash', arguments: { command: 'false' } }),
  event(32, { type: 'tool.result', call_id: 'b', result: '', exit_code: 1 }),
  event(33, { source: 'gateway', type: 'model.request', id: 'exchange-2', name: 'm', arguments: { operation: 'model', aux: 'title' } }),
  event(34, { source: 'gateway', type: 'model.response', id: 'exchange-2', result: { status: 429, fault: { kind: 'rate-limit' } } }),
  event(40, { source: 'harness', type: 'session.end' }),
];

const spansOf = (given: readonly TraceEvent[], more: Partial<SpanFacts> = {}): Span[] => {
  const [resource] = (otelOf(given, { ...facts, ...more }, { name: 'cleanslate', version: '1' }) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }).resourceSpans;
  return resource?.scopeSpans[0]?.spans ?? [];
};
const valueOf = (value: AnyValue): unknown => ('intValue' in value ? Number(value.intValue) : 'arrayValue' in value ? value.arrayValue.values.map(valueOf) : Object.values(value)[0]);
const read = ({ attributes }: Span): Record<string, unknown> => Object.fromEntries(attributes.map(({ key, value }) => [key, valueOf(value)]));

test('a span for the agent, and below it one for each request and each tool, with times and tokens', () => {
  const spans = spansOf(events);
  expect(spans.map(({ name, kind }) => [name, kind])).toEqual([['invoke_agent codex', 1], ['chat m', 3], ['execute_tool Bash', 1], ['execute_tool Bash', 1], ['chat m', 3]]);
  const [agent, chat, tool, failed, aux] = spans as [Span, Span, Span, Span, Span];
  expect(agent.parentSpanId).toBeUndefined();
  expect(spans.slice(1).every(({ parentSpanId }) => parentSpanId === agent.spanId)).toBe(true);
  expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(5);
  expect(spans.every(({ traceId, spanId }) => /^[0-9a-f]{32}$/.test(traceId) && /^[0-9a-f]{16}$/.test(spanId))).toBe(true);
  expect(read(agent)).toMatchObject({ 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.provider.name': 'scripted', 'gen_ai.agent.name': 'codex', 'gen_ai.conversation.id': 'conversation', 'gen_ai.request.model': 'm', 'gen_ai.usage.input_tokens': 10, 'cleanslate.trial': 't', 'cleanslate.valid': true, 'cleanslate.cost': 0.5 });
  expect(read(agent)).not.toHaveProperty('cleanslate.run');
  expect(read(chat)).toMatchObject({ 'gen_ai.operation.name': 'chat', 'gen_ai.response.model': 'm-2026', 'gen_ai.response.finish_reasons': ['tool-calls'], 'gen_ai.usage.output_tokens': 2, 'http.response.status_code': 200 });
  expect([chat.startTimeUnixNano, chat.endTimeUnixNano]).toEqual(['1800000000002000000', '1800000000009000000']);
  expect(read(tool)).toMatchObject({ 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'Bash', 'gen_ai.tool.call.id': 'a', 'gen_ai.tool.call.arguments': '{"command":"ls"}', 'gen_ai.tool.call.result': 'A.md', 'cleanslate.exit_code': 0 });
  expect(tool.status).toEqual({ code: 0 });
  expect([failed.status, aux.status]).toEqual([{ code: 2, message: 'exit-code' }, { code: 2, message: 'rate-limit' }]);
  expect(read(aux)).toMatchObject({ 'error.type': 'rate-limit', 'cleanslate.aux': 'title' });
});

test('the same evidence gives the same ids, another attempt gives others', () => {
  expect(spansOf(events)).toEqual(spansOf(events));
  const ids = (spans: readonly Span[]): string[] => spans.flatMap(({ traceId, spanId }) => [traceId, spanId]);
  expect(ids(spansOf(events)).filter((id) => ids(spansOf(events, { id: 'c/t/attempt-2' })).includes(id))).toEqual([]);
});

test('what does not count says so; a call without a result and times of two clocks make no broken span', () => {
  const [agent, tool] = spansOf([event(5, { type: 'tool.call', call_id: 'a', name: 'Bash' }), event(3, { type: 'tool.result', source: 'harness', call_id: 'a', unmatched: 'no-result' })], { failure: { type: 'rate-limit', message: 'refused' } });
  expect(agent?.status).toEqual({ code: 2, message: 'refused' });
  expect(tool).toMatchObject({ status: { code: 2, message: 'no-result' }, startTimeUnixNano: '1800000000005000000', endTimeUnixNano: '1800000000005000000' });
});
