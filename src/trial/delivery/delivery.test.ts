import { expect, test } from 'vitest';
import { loadScenario } from '../../scenario/load.js';
import { loadAlternatives } from '../../scenario/alternatives.js';
import { selectCase } from '../../scenario/profiles.js';
import { scoreCase } from '../../scoring/index.js';
import { BodyHistory } from '../../gateway/record/delta.js';
import type { Json } from '../../gateway/dialects/json.js';
import type { WireRecord, WireRequest, WireResponse } from '../../gateway/record/wire.js';
import { deliveryOf, type Looked } from './delivery.js';
import { deliverySchema, type Delivery } from './file.js';

const { scenario, file } = await loadScenario({ name: 'short' });
const loaded = await loadAlternatives(file, scenario);
const selected = selectCase(scenario, 'contextos');
const source = (path: string): string => selected.sources[path] ?? '';
const numbered = (text: string): string => text.split('\n').map((line, at) => `${String(at + 1).padStart(5)}→${line}`).join('\n');

/** A conversation as a gateway records it. */
class Wire {
  readonly records: WireRecord[] = [];
  readonly #history = new BodyHistory();
  #exchange = 0;

  ask(input: Json[], { session = 1, aux = null, instructions = 'You are at work.' }: { session?: number; aux?: string | null; instructions?: string } = {}): this {
    this.#exchange += 1;
    const request: WireRequest = {
      type: 'request', exchange: this.#exchange, time: '2026-01-01T00:00:00.000Z', session, mode: 'scripted', operation: 'model', dialect: 'openai-responses', method: 'POST', target: '/v1/responses',
      headers: {}, withheld: [], bytes: 0, ...this.#history.shorten(this.#exchange, { model: 'm', instructions, input }), model: 'm', stream: false, tools: [], server_state: [], aux,
    };
    this.records.push(request);
    return this;
  }

  reply(id: string, cmd: string): this {
    const { session } = this.records.at(-1) as WireRequest;
    const response: WireResponse = {
      type: 'response', exchange: this.#exchange, time: '2026-01-01T00:00:01.000Z', session, source: 'upstream', status: 200, headers: {}, withheld: [], bytes: 0,
      timings: { queued_ms: 0, first_byte_ms: 0, end_ms: 0 }, requested_model: 'm', observed_model: 'm',
      reply: { text: '', reasoning: '', calls: [{ id, name: 'exec_command', kind: 'function', arguments: { cmd } }], finish: 'tool-calls', finish_raw: null },
      tokens: null, tokens_estimated: false, cost_usd: null, complete: true, fault: null,
    };
    this.records.push(response);
    return this;
  }
}

const user = (text: string): Json => ({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] });
const result = (id: string, output: string): Json => ({ type: 'function_call_output', call_id: id, output });
const PROMPT = 'Please answer the questions below about this project.';

const answers = (values: Record<string, string>): string =>
  JSON.stringify({ answers: Object.fromEntries(Object.keys(selected.questions).map((id) => [id, { value: values[id] ?? 'unknown', source: null, quote: '' }])) });

function look(wire: Wire, values: Record<string, string>, more: Partial<Looked> = {}): Promise<Delivery> {
  async function* records(): AsyncGenerator<WireRecord> {
    yield* wire.records;
  }
  return deliveryOf({
    selected, alternatives: loaded && { alternatives: loaded.alternatives, sha256: 'a' }, prompts: [PROMPT], session: 1, witness: 'present', wire: records, streamCalls: () => Promise.resolve(null), state: [], score: scoreCase(selected, answers(values)), ...more,
  });
}

const stages = ({ questions }: Delivery): Record<string, string | null> => Object.fromEntries(questions.map(({ question, stage }) => [question, stage]));
const fileOf = ({ files }: Delivery, path: string): Delivery['files'][number] | undefined => files.find((one) => one.path === path);

test('each stage is told apart by what reached the model and what was answered', async () => {
  const start = [user(`<INSTRUCTIONS>\n${source('AGENTS.md')}</INSTRUCTIONS>`), user(PROMPT)];
  const calls: Json = { type: 'function_call', call_id: 'c1', name: 'exec_command', arguments: '{}' };
  const cut = numbered(source('state/decisions.md')).split('The Lantern catalogue')[0] ?? '';
  const wire = new Wire().ask(start).reply('c1', "bash -lc 'cat state/decisions.md sessions/*'").ask([...start, calls, result('c1', JSON.stringify({ output: `${cut}\n[cut]\n${source('sessions/2026-03-12.md')}` }))]);
  const delivery = await look(wire, { database: 'sqlite', export_format: 'xml', upload_retries: 'postponed', launch_month: 'june' });
  expect(deliverySchema.parse(delivery)).toEqual(delivery);
  expect(stages(delivery)).toEqual({ database: 'undelivered', export_format: 'superseded-used', upload_retries: 'invented', launch_month: 'not-read' });
  expect(fileOf(delivery, 'AGENTS.md')).toMatchObject({ delivered_bytes: source('AGENTS.md').length, first: { exchange: 1, way: 'context' } });
  expect(fileOf(delivery, 'state/blockers.md')).toMatchObject({ delivered_bytes: 0, delivered: 0, named: false, first: null });
  const half = fileOf(delivery, 'state/decisions.md');
  expect(half).toMatchObject({ named: true, first: { exchange: 2, way: 'tool-result', call: { id: 'c1', name: 'exec_command', target: 'cat state/decisions.md sessions/*' } } });
  expect(half?.delivered_bytes).toBeGreaterThan(300);
  expect(half?.delivered_bytes).toBeLessThan(half?.bytes ?? 0);
  expect(delivery.questions.find(({ question }) => question === 'export_format')?.superseded[0]?.first).toMatchObject({ exchange: 2 });
});

test('what reached the model and was not used is read but unused', async () => {
  const wire = new Wire().ask([user(source('state/decisions.md')), user(PROMPT)]);
  expect(stages(await look(wire, { database: 'unknown' }))['database']).toBe('read-unused');
});

test('without a file of alternatives nothing is called superseded or invented', async () => {
  const wire = new Wire().ask([user(source('state/decisions.md')), user(source('sessions/2026-03-12.md')), user(PROMPT)]);
  expect(stages(await look(wire, { database: 'postgresql', export_format: 'yaml' }, { alternatives: null }))).toMatchObject({ database: 'wrong-other', export_format: 'wrong-other' });
});

test('without a witness nothing is claimed', async () => {
  for (const witness of ['absent', undefined] as const) {
    const delivery = await look(new Wire().ask([user(source('state/decisions.md'))]), { database: 'mysql' }, { witness, streamCalls: () => Promise.resolve([{ session: 1, arguments: '{"path":"state/decisions.md"}' }]) });
    expect(new Set(Object.values(stages(delivery)))).toEqual(new Set(['unknown']));
    expect(fileOf(delivery, 'state/decisions.md')).toMatchObject({ delivered: null, delivered_bytes: null, named: true });
    expect(fileOf(delivery, 'AGENTS.md')).toMatchObject({ named: false });
    expect(delivery.statements.every(({ first }) => first === null)).toBe(true);
  }
});

test('a file that the CLI should have loaded itself and did not is undelivered', async () => {
  const only = { ...selected, sources: { 'AGENTS.md': source('state/decisions.md') }, expected: Object.fromEntries(Object.entries(selected.expected).map(([id, key]) => [id, { ...key, source: 'AGENTS.md' }])) };
  const wire = new Wire().ask([user(PROMPT)]);
  const table = [{ pattern: '**/AGENTS.md', class: 'instructions' as const }];
  expect(stages(await look(wire, { database: 'mysql' }, { selected: only, state: table }))['database']).toBe('undelivered');
  expect(stages(await look(wire, { database: 'mysql' }, { selected: only, state: [] }))['database']).toBe('not-read');
});

test('what an earlier session or a hidden agent was told has not reached the session of the answer', async () => {
  const told = [user(source('state/decisions.md')), user(PROMPT)];
  const before = new Wire().ask(told).ask([user(PROMPT)], { session: 2 });
  const delivery = await look(before, { database: 'mysql' }, { session: 2 });
  expect(stages(delivery)['database']).toBe('not-read');
  expect(fileOf(delivery, 'state/decisions.md')).toMatchObject({ delivered_bytes: 0, first: { session: 1 } });
  const again = new Wire().ask(told).ask([...told, user('Go on.')], { session: 2 });
  expect(stages(await look(again, { database: 'mysql' }, { session: 2 }))['database']).toBe('invented');
  const hidden = new Wire().ask(told, { aux: 'title' });
  expect(stages(await look(hidden, { database: 'mysql' }))['database']).toBe('not-read');
  const shared = new Wire().ask(told, { aux: 'title' }).ask([...told, user('Go on.')]);
  expect(stages(await look(shared, { database: 'mysql' }))['database']).toBe('invented');
});

test('the model\'s own words are no delivery', async () => {
  const wire = new Wire().ask([user(PROMPT), { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: source('state/decisions.md') }] }]);
  expect(fileOf(await look(wire, {}), 'state/decisions.md')).toMatchObject({ delivered_bytes: 0 });
});

test('of a statement that was cut in the middle its beginning is counted', async () => {
  const text = source('state/decisions.md');
  const at = text.indexOf('a full disk');
  const delivery = await look(new Wire().ask([user(text.slice(0, at)), user(PROMPT)]), {});
  expect(fileOf(delivery, 'state/decisions.md')?.delivered_bytes).toBe(at - 1);
});

test('a wire that cannot be read is said, and no stage is inferred from it', async () => {
  async function* broken(): AsyncGenerator<WireRecord> {
    yield* new Wire().ask([user(source('state/decisions.md'))]).records;
    throw new Error('the line is torn');
  }
  const delivery = await look(new Wire(), { database: 'mysql' }, { wire: broken });
  expect(delivery).toMatchObject({ witness: 'unreadable', why: 'the line is torn' });
  expect(stages(delivery)['database']).toBe('unknown');
});
