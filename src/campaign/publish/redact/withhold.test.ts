import { expect, test } from 'vitest';
import { digestOf } from '../../../common/json.js';
import { expandBodies } from '../../../gateway/record/delta.js';
import type { WireRecord } from '../../../gateway/record/wire.js';
import { withholdPrompts } from './withhold.js';

const OWN = 'You are a coding agent.';
const held = (value: unknown): string => `withheld:sha256:${digestOf(value)}`;
const after = (body: object, more: object = {}): Record<string, unknown> => (JSON.parse(withholdPrompts(JSON.stringify({ type: 'request', operation: 'model', ...more, body }))) as { body: Record<string, unknown> }).body;

test.each([
  ['anthropic', { system: [{ type: 'text', text: OWN }], messages: [{ role: 'user', content: 'hi' }] }, { system: [{ type: 'text', withheld: `sha256:${digestOf({ type: 'text', text: OWN })}` }], messages: [{ role: 'user', content: 'hi' }] }],
  ['openai-chat', { messages: [{ role: 'system', content: OWN }, { role: 'user', content: 'hi' }] }, { messages: [{ role: 'system', content: held(OWN) }, { role: 'user', content: 'hi' }] }],
  ['openai-responses', { instructions: OWN, input: [{ role: 'developer', content: [OWN] }, { role: 'user', content: 'hi' }] }, { instructions: held(OWN), input: [{ role: 'developer', content: held([OWN]) }, { role: 'user', content: 'hi' }] }],
  ['gemini', { systemInstruction: { parts: [{ text: OWN }] }, contents: [{ role: 'user', parts: [{ text: 'hi' }] }] }, { systemInstruction: held({ parts: [{ text: OWN }] }), contents: [{ role: 'user', parts: [{ text: 'hi' }] }] }],
])('%s: the program’s own prompts stand there by digest, what was asked as it was', (_, body, expected) => {
  expect(after(body)).toEqual(expected);
});

test('of tools, the names stay', () => {
  const tools = [{ type: 'function', function: { name: 'bash', description: OWN } }, { name: 'Read', input_schema: {} }];
  expect(after({ tools })['tools']).toEqual([{ type: 'function', name: 'bash', withheld: `sha256:${digestOf(tools[0])}` }, { name: 'Read', withheld: `sha256:${digestOf(tools[1])}` }]);
});

test('what a reply repeats is withheld too, and its text is not', () => {
  const line = JSON.stringify({ type: 'response', events: [{ at_ms: 1, data: { type: 'response.created', response: { instructions: OWN, output: ['hello'] } } }, { at_ms: 2, data: '[DONE]' }] });
  expect(JSON.parse(withholdPrompts(line))).toEqual({ type: 'response', events: [{ at_ms: 1, data: { type: 'response.created', response: { instructions: held(OWN), output: ['hello'] } } }, { at_ms: 2, data: '[DONE]' }] });
});

test('later requests, which refer to earlier ones, are still made whole', () => {
  const records = [
    { type: 'request', exchange: 1, body: { tools: [{ name: 'a' }, { name: 'b' }], messages: [{ role: 'system', content: OWN }, { role: 'user', content: 'hi' }] } },
    { type: 'request', exchange: 2, shared: { exchange: 1, keys: ['tools'], prefix: { messages: 2 } }, body: { messages: [{ role: 'user', content: 'more' }] } },
  ].map((record) => JSON.parse(withholdPrompts(JSON.stringify(record))) as WireRecord);
  const whole = [...expandBodies(records)][1] as { body: { tools: unknown[]; messages: unknown[] } };
  expect(whole.body.tools).toEqual([{ name: 'a', withheld: expect.any(String) as string }, { name: 'b', withheld: expect.any(String) as string }]);
  expect(whole.body.messages).toEqual([{ role: 'system', content: held(OWN) }, { role: 'user', content: 'hi' }, { role: 'user', content: 'more' }]);
});

test('a line without any is the same bytes', () => {
  const line = '{"type":"request",  "body":{"messages":[{"role":"user","content":"hi"}]}}';
  expect(withholdPrompts(line)).toBe(line);
});
