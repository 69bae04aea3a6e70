import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from '../dialects/json.js';
import { BodyHistory, expandBodies } from './delta.js';
import type { WireRequest } from './wire.js';

const record = (exchange: number, body: { body: Json; shared?: WireRequest['shared'] }): WireRequest => ({
  type: 'request', exchange, time: '2026-01-01T00:00:00.000Z', session: 1, mode: 'scripted', operation: 'model', dialect: null, method: 'POST', target: '/', headers: {}, withheld: [],
  bytes: 0, ...(body as object), model: null, stream: false, tools: [], server_state: [], aux: null,
});

function roundTrip(bodies: Json[]): { records: WireRequest[]; back: unknown[] } {
  const history = new BodyHistory();
  const records = bodies.map((body, at) => record(at + 1, history.shorten(at + 1, body)));
  return { records, back: [...expandBodies(JSON.parse(JSON.stringify(records)) as WireRequest[])].map((each) => (each as WireRequest).body) };
}

test('whatever the bodies are, they come back as they were', () => {
  const value = fc.jsonValue({ maxDepth: 2 });
  const body = fc.dictionary(fc.constantFrom('model', 'messages', 'tools', 'system', 'x'), fc.oneof(value, fc.array(fc.constantFrom('a', 'b', { c: 1 }), { maxLength: 6 })));
  fc.assert(fc.property(fc.array(body, { maxLength: 8 }), (bodies) => {
    expect(roundTrip(bodies as Json[]).back).toEqual(JSON.parse(JSON.stringify(bodies)));
  }));
});

test('a conversation is recorded in what it grows by, not in its square', () => {
  const message = (at: number): Json => ({ role: 'user', content: `${String(at)} ${'x'.repeat(1000)}` });
  const bodies = Array.from({ length: 100 }, (_, turn) => ({ model: 'm', tools: [{ name: 'long'.repeat(500) }], messages: Array.from({ length: turn + 1 }, (_, at) => message(at)) }));
  const { records, back } = roundTrip(bodies);
  expect(JSON.stringify(records).length).toBeLessThan(200_000);
  expect(back).toEqual(bodies);
});

test('a hidden agent in between does not break what the conversation shares', () => {
  const main = (turns: number): Json => ({ messages: Array.from({ length: turns }, (_, at) => ({ content: `main ${String(at)}` })) });
  const hidden = (turns: number): Json => ({ messages: Array.from({ length: turns }, (_, at) => ({ content: `hidden ${String(at)}` })) });
  const { records } = roundTrip([main(5), hidden(5), main(6), hidden(6)]);
  expect(records.map(({ shared }) => shared?.exchange)).toEqual([undefined, undefined, 1, 2]);
});
