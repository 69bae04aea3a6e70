import { expect, test } from 'vitest';
import { routeOf } from '../http/route.js';
import { DIALECTS } from './index.js';
import { DIALECT_IDS } from './message.js';

const PROMPT = 'Rules.\n\n{"sources": {"a.md": "naïve \\u2028 \u2028 “quotes”\\r\\n"}}\n ';

test.each(DIALECT_IDS.flatMap((id) => [true, false].map((stream) => [id, stream] as const)))('a plain question in %s (streaming: %s) is the prompt and nothing else', (id, stream) => {
  const dialect = DIALECTS[id];
  const { target, body } = dialect.ask({ model: 'some-model', conversation: [{ role: 'user', text: PROMPT }], stream, parameters: { temperature: 0 } });
  const wire = JSON.parse(JSON.stringify(body)) as Record<string, unknown>;
  expect(routeOf('POST', target, {})).toEqual({ operation: 'model', dialect });
  expect(dialect.parse(wire, target.split('?')[0] ?? '')).toEqual({
    dialect: id, model: 'some-model', stream, system: '', messages: [{ role: 'user', texts: [PROMPT], calls: [], results: [] }], tools: [], format: null, parallel: true,
  });
  expect(dialect.serverState(wire)).toEqual([]);
  expect(wire['temperature']).toBe(0);
});

test.each(DIALECT_IDS)('a second question in %s comes with what was said before', (id) => {
  const conversation = [{ role: 'user', text: 'one' }, { role: 'assistant', text: 'two' }, { role: 'user', text: 'three' }] as const;
  const { target, body } = DIALECTS[id].ask({ model: 'm', conversation, stream: true, parameters: {} });
  const { messages } = DIALECTS[id].parse(JSON.parse(JSON.stringify(body)) as Record<string, unknown>, target.split('?')[0] ?? '');
  expect(messages.map(({ role, texts }) => ({ role, text: texts.join('') }))).toEqual(conversation);
});

test('a parameter replaces a default of ours, and never what is asked', () => {
  const { body } = DIALECTS['anthropic-messages'].ask({ model: 'm', conversation: [{ role: 'user', text: 'p' }], stream: false, parameters: { max_tokens: 100, model: 'other', messages: [] } });
  expect(body).toEqual({ max_tokens: 100, model: 'm', messages: [{ role: 'user', content: 'p' }], stream: false });
});
