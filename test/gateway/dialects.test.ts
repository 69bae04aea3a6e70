import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DIALECT_IDS } from '../../src/gateway/dialects/message.js';
import { serve } from '../support/gateway.js';
import { READ, SHELL, work, WRITE } from '../support/mini-agent.js';
import { temporaryDirectory } from '../support/temporary.js';

const SCRIPT = `
turns:
  - { think: Look first., run: "echo 'a  b' | tr a-z A-Z" }
  - { read: notes.md }
  - { together: [{ run: "printf one" }, { read: notes.md }] }
  - { write: { path: out/r.txt, content: "grün\\n'x' $y\\n" } }
  - { answer: { status: ok } }
`;

test.each(DIALECT_IDS.flatMap((dialect) => [true, false].map((stream) => ({ dialect, stream }))))('$dialect, stream: $stream: a script runs, reads, writes and answers', async ({ dialect, stream }) => {
  const workspace = temporaryDirectory();
  writeFileSync(join(workspace, 'notes.md'), 'The colour is grün.\n');
  writeFileSync(join(workspace, 's.yaml'), SCRIPT);
  const served = await serve({ mode: 'scripted', script: 's.yaml' }, { base: workspace });
  const { reply, calls } = await work(served.ask, { dialect, stream, workspace, tools: [SHELL, READ, WRITE] }, 'Do it.');
  await served.attempt.close();

  expect(JSON.parse(reply.text)).toEqual({ status: 'ok' });
  expect(readFileSync(join(workspace, 'out/r.txt'), 'utf8')).toBe("grün\n'x' $y\n");
  expect(calls.map(({ name }) => name)).toEqual(['bash', 'read', 'bash', 'read', 'write']);
  const responses = served.responses();
  expect(responses.map(({ fault }) => fault)).toEqual([null, null, null, null, null]);
  expect(responses.flatMap((response) => response.reply?.calls ?? [])).toEqual(calls);
  expect(responses.map((response) => response.reply?.finish)).toEqual(['tool-calls', 'tool-calls', 'tool-calls', 'tool-calls', 'stop']);
  expect(responses[0]).toMatchObject({ requested_model: 'm', observed_model: 'm', complete: true, source: 'upstream', reply: { reasoning: 'Look first.' } });
  expect(responses.every(({ tokens }) => (tokens?.input ?? 0) > 0 && (tokens?.output ?? 0) > 0)).toBe(true);
  expect('events' in (responses[0] ?? {})).toBe(stream);
  const requests = served.requests();
  expect(requests.map((request) => request.dialect)).toEqual(Array(5).fill(dialect));
  expect(requests[1]?.tools).toEqual(['bash', 'read', 'write']);
  // The second request shows what the first call gave, in full.
  expect(JSON.stringify(requests[1]?.body)).toContain('A  B');
});

test('Gemini without `alt=sse` streams a JSON list', async () => {
  const served = await serve({ mode: 'scripted', script: 'reader' });
  const { text } = await served.ask('/v1beta/models/m:streamGenerateContent', { contents: [{ role: 'user', parts: [{ text: 'Hello' }] }] });
  expect(JSON.parse(text)).toHaveLength(1);
  expect(await served.onlyResponse()).toMatchObject({ fault: null, reply: { text: 'I read 0 files of the project.', finish: 'stop' } });
});

test.each([
  ['/v1/responses', { model: 'm', input: 'x' }, ['store (default)']],
  ['/v1/responses', { model: 'm', input: 'x', store: true, previous_response_id: 'r', conversation: 'c' }, ['previous_response_id', 'conversation', 'store']],
  ['/v1/responses', { model: 'm', input: 'x', store: false }, []],
  ['/v1/chat/completions', { model: 'm', messages: [], store: true }, ['store']],
  ['/v1/messages', { model: 'm', messages: [], container: 'c' }, ['container']],
  ['/v1beta/models/m:generateContent', { contents: [], cachedContent: 'cachedContents/1' }, ['cachedContent']],
])('%s flags what the provider keeps: %j', async (target, body, flags) => {
  const served = await serve({ mode: 'scripted' });
  await served.ask(target, body);
  expect(served.requests()[0]?.server_state).toEqual(flags);
});

test.each([
  [{ 'x-openai-subagent': 'memory_consolidation' }, '/v1/responses', { model: 'm', input: 'Tidy up', tools: [{ type: 'function', name: 'bash', parameters: SHELL.schema }] }, 'memory_consolidation'],
  [{}, '/v1/messages/count_tokens', { model: 'm', messages: [] }, 'count-tokens'],
  [{}, '/v1/chat/completions', { messages: [{ role: 'system', content: 'Generate a short title for this conversation.' }, { role: 'user', content: 'Hi' }] }, 'title'],
  [{}, '/v1beta/models/m:generateContent', { contents: [], generationConfig: { responseMimeType: 'application/json', responseJsonSchema: { type: 'object', properties: { reasoning: { type: 'string' }, model_choice: { enum: ['flash', 'pro'] } }, required: ['reasoning', 'model_choice'] } } }, 'routing'],
])('what a CLI asks for itself is marked and spends no turn: %j %s', async (headers, target, body, aux) => {
  const workspace = temporaryDirectory();
  writeFileSync(join(workspace, 's.yaml'), 'turns: [{ answer: first }, { answer: second }]');
  const served = await serve({ mode: 'scripted', script: 's.yaml' }, { base: workspace });
  const helper = await served.ask(target, body, { headers });
  expect(helper.status).toBe(200);
  expect(helper.text).not.toContain('first');
  expect(served.requests()[0]?.aux).toBe(aux);
  if (aux === 'routing') expect(served.responses()[0]?.reply?.text).toBe('{"reasoning":"Work on the project","model_choice":"flash"}');
  await served.ask('/v1/chat/completions', { messages: [{ role: 'user', content: 'Hi' }] });
  expect(served.responses()[1]?.reply?.text).toBe('first');
});

test('a second prompt in the same conversation gets the next turns, a second session the turns of its own', async () => {
  const workspace = temporaryDirectory();
  writeFileSync(join(workspace, 's.yaml'), 'sessions: [{ turns: [{ run: ls }, { answer: a }, { answer: b }] }, { turns: [{ answer: c }] }]');
  const served = await serve({ mode: 'scripted', script: 's.yaml' }, { base: workspace });
  const talk = async (messages: object[]): Promise<string> => {
    const { text } = await served.ask('/v1/chat/completions', { messages, tools: [{ type: 'function', function: { name: 'bash', parameters: SHELL.schema } }] });
    return (JSON.parse(text) as { choices: [{ message: { content: string | null } }] }).choices[0].message.content ?? 'calls';
  };
  const first = [{ role: 'user', content: '1' }];
  const called = [...first, { role: 'assistant', content: null, tool_calls: [{ id: 'c', type: 'function', function: { name: 'bash', arguments: '{}' } }] }, { role: 'tool', tool_call_id: 'c', content: '' }];
  const second = [...called, { role: 'assistant', content: 'a' }, { role: 'user', content: '2' }];
  expect([await talk(first), await talk(called), await talk(second)]).toEqual(['calls', 'a', 'b']);
  served.attempt.session = 2;
  expect(await talk(first)).toBe('c');
  expect(served.records.map(({ session }) => session)).toEqual([1, 1, 1, 1, 1, 1, 2, 2]);
});
