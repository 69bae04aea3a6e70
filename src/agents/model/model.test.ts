import { expect, test } from 'vitest';
import { model } from '../model.js';
import type { ModelLine } from './lines.js';

const replied = (more: Partial<Extract<ModelLine, { type: 'replied' }>> = {}): ModelLine => ({
  type: 'replied', model: 'm-2026-01-01', finish: 'stop', input_tokens: 10, output_tokens: 2, cached_tokens: null, reasoning_tokens: null, ...more,
});
const failed = (failure: 'error' | 'cut' | 'unreadable' | 'unreachable', status: number | null, message: string, again_ms: number | null = null): ModelLine => ({ type: 'failed', failure, status, message, again_ms });
const text: ModelLine = { type: 'text', text: '{"answers":{}}' };

const outcome = (lines: ModelLine[], exit_code: number) => ({
  exit_code, stdout: Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join('')), model: 'm', events: [], file: () => Promise.resolve(undefined),
});
const kinds = (lines: ModelLine[], exit_code = 1): string[] => model.classify(outcome(lines, exit_code)).map(({ blame, kind }) => `${blame}: ${kind}`);

test('the answer is the text of a complete reply, verbatim', async () => {
  expect(await model.answer(outcome([text, replied()], 0))).toBe('{"answers":{}}');
  expect(await model.answer(outcome([text, failed('cut', 200, 'aborted')], 1))).toBeNull();
});

test('who failed is told apart', () => {
  expect(kinds([failed('error', 429, 'rate_limit_exceeded', 1000), text, replied()], 0)).toEqual([]);
  expect(kinds([failed('error', 429, 'Rate limit reached')])).toEqual(['provider: rate-limit']);
  expect(kinds([failed('error', 529, 'Overloaded')])).toEqual(['provider: provider-outage']);
  expect(kinds([failed('error', 401, 'The API key is not valid')])).toEqual(['harness: credentials']);
  expect(kinds([failed('error', 404, 'The model does not exist')])).toEqual(['harness: unknown-model']);
  expect(kinds([failed('cut', 200, 'aborted')])).toEqual(['provider: cut-stream']);
  expect(kinds([failed('unreadable', 200, '<html>')])).toEqual(['provider: bad-reply']);
  expect(kinds([failed('unreachable', null, 'ECONNREFUSED')])).toEqual(['provider: provider-unreachable']);
  expect(kinds([replied()], 0)).toEqual(['agent: no-answer']);
  expect(kinds([replied({ finish: 'refusal' })], 0)).toEqual(['agent: no-answer', 'agent: refusal']);
  expect(kinds([text, replied({ finish: 'length' })], 0)).toEqual(['agent: output-limit']);
  expect(kinds([text, replied({ model: 'another' })], 0)).toEqual(['harness: model-mismatch']);
});

test('a tool that is called all the same, and a line that nobody knows, are in the trace', () => {
  expect(model.parse(JSON.stringify({ type: 'call', id: '1', name: 'search', arguments: { q: 'x' } }))).toEqual([{ type: 'tool.call', call_id: '1', name: 'search', arguments: { q: 'x' } }]);
  expect(model.parse('{"type":"other"}')).toEqual([{ type: 'unparsed', result: '{"type":"other"}' }]);
});
