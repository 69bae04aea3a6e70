import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DIALECT_IDS, type DialectId } from '../../src/gateway/dialects/message.js';
import { serve, type Served, type ServeOptions } from '../support/gateway.js';
import { temporaryDirectory } from '../support/temporary.js';

const TARGETS: Record<DialectId, [string, object]> = {
  'openai-responses': ['/v1/responses', { model: 'm', stream: true, input: 'x' }],
  'openai-chat': ['/v1/chat/completions', { model: 'm', stream: true, messages: [] }],
  'anthropic-messages': ['/v1/messages', { model: 'm', stream: true, messages: [] }],
  gemini: ['/v1beta/models/m:streamGenerateContent?alt=sse', { contents: [] }],
};

async function scripted(turns: string, options: ServeOptions = {}): Promise<Served> {
  const base = temporaryDirectory();
  writeFileSync(join(base, 's.yaml'), `turns: [${turns}]`);
  return serve({ mode: 'scripted', script: 's.yaml' }, { ...options, base });
}

const CASES: [string, string, string][] = [
  ['fail: { status: 429, retry_after: 2 }', 'rate-limit', 'provider'],
  ['fail: { status: 429, code: insufficient_quota }', 'quota', 'provider'],
  ['fail: { status: 500 }', 'server-error', 'provider'],
  ['fail: { status: 503 }', 'overloaded', 'provider'],
  ['fail: { status: 529 }', 'overloaded', 'provider'],
  ['fail: { status: 401 }', 'credentials', 'harness'],
  ['cut_stream: true', 'cut-stream', 'provider'],
  ['invalid_json: true', 'invalid-json', 'provider'],
  ['html: true', 'html', 'provider'],
  ['sse_error: overloaded_error', 'overloaded', 'provider'],
  ['sse_error: rate_limit_error', 'rate-limit', 'provider'],
];

test.each(DIALECT_IDS.flatMap((dialect) => CASES.map(([turn, kind, blame]) => ({ dialect, turn, kind, blame }))))('$dialect: $turn ends as $kind', async ({ dialect, turn, kind, blame }) => {
  // Anthropic and Gemini have no field for a code that would say so.
  if (kind === 'quota' && (dialect === 'anthropic-messages' || dialect === 'gemini')) return;
  const served = await scripted(`{ ${turn} }`);
  const answer = await served.ask(...TARGETS[dialect]);
  const { fault, status } = await served.onlyResponse();
  expect(fault).toMatchObject({ kind, blame });
  expect(status).toBe(answer.status);
  expect(answer.broken).toBe(kind === 'cut-stream');
  if (turn.includes('retry_after')) {
    expect(answer.headers['retry-after']).toBe('2');
    expect(fault?.retry_after_ms).toBe(2000);
  }
});

test('a hang is told apart from an agent that leaves in the middle of a reply', async () => {
  const served = await scripted('{ hang: true }');
  const leaving = new AbortController();
  const asked = served.ask(...TARGETS['openai-chat'], { signal: leaving.signal }).catch((error: Error) => error.name);
  while (served.records.length === 0) await new Promise((resolve) => setImmediate(resolve));
  leaving.abort();
  expect(await asked).toBe('AbortError');
  expect(await served.onlyResponse()).toMatchObject({ status: null, fault: { kind: 'hang', blame: 'provider' } });
});

test('faults that stop after their `times` are recorded, and the agent goes on', async () => {
  const served = await scripted('{ fail: { status: 429, times: 2 } }, { cut_stream: { times: 1 } }, { answer: fine }');
  for (let turn = 0; turn < 4; turn += 1) await served.ask(...TARGETS['openai-chat']);
  await served.attempt.close();
  expect(served.responses().map(({ fault }) => fault?.kind ?? null)).toEqual(['rate-limit', 'rate-limit', 'cut-stream', null]);
  expect(served.responses().at(-1)?.reply?.text).toBe('fine');
  expect(served.signals).toEqual([]);
});

test('so many faults in a row end the attempt, once', async () => {
  const served = await scripted('{ fail: { status: 500 } }', { limits: { consecutive_faults: 3 } });
  for (let turn = 0; turn < 5; turn += 1) {
    await served.ask(...TARGETS['anthropic-messages']);
    expect(served.signals).toHaveLength(turn < 2 ? 0 : 1);
  }
  expect(served.signals[0]).toMatchObject({ kind: 'consecutive-faults', message: expect.stringContaining('3 faults in a row') as string, fault: { kind: 'server-error' } });
});

test('a good reply starts the count anew', async () => {
  const served = await scripted('{ fail: { status: 500, times: 2 } }, { answer: fine }', { limits: { consecutive_faults: 3 } });
  for (let turn = 0; turn < 4; turn += 1) await served.ask(...TARGETS['openai-chat']);
  expect(served.signals).toEqual([]);
});

test('silence for the declared time ends the attempt, however patient the agent is', async () => {
  const served = await scripted('{ hang: true }', { limits: { fault_ms: 50 } });
  const asked = served.ask(...TARGETS.gemini).catch(() => undefined);
  while (served.signals.length === 0) await new Promise((resolve) => setImmediate(resolve));
  expect(served.signals[0]).toMatchObject({ kind: 'fault-time' });
  await served.attempt.close();
  await asked;
});

test('`slow` spreads a reply over time, and the record shows when each event came', async () => {
  const served = await scripted('{ slow: 5, answer: fine }');
  await served.ask(...TARGETS['openai-responses']);
  const { events = [], timings } = await served.onlyResponse();
  const times = events.map(({ at_ms }) => at_ms);
  expect(times).toEqual([...times].sort((a, b) => a - b));
  expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(20);
  expect(timings.first_byte_ms).toBeLessThan(timings.end_ms);
});

test('a reply that comes slowly but comes is no silence', async () => {
  const served = await scripted('{ slow: 100, answer: fine }', { limits: { fault_ms: 500 } });
  await served.ask(...TARGETS['openai-responses']);
  expect((await served.onlyResponse()).timings.end_ms).toBeGreaterThan(600);
  expect(served.signals).toEqual([]);
});
