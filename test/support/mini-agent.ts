import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { execa } from 'execa';
import { createParser } from 'eventsource-parser';
import { DIALECTS } from '../../src/gateway/dialects/index.js';
import type { DialectId, ModelReply, ToolCall } from '../../src/gateway/dialects/message.js';
import type { Reply } from './gateway.js';

type Json = Record<string, unknown>;
type Ask = (target: string, body: unknown) => Promise<Reply>;

/** What an agent offers its model, and how it does what is asked. */
export interface Tool {
  name: string;
  schema: Json;
  run(parameters: Json, workspace: string): string | Promise<string>;
}

const text = { type: 'string' };
export const object = (required: string[], properties: Json): Json => ({ type: 'object', properties, required });

export const SHELL: Tool = {
  name: 'bash',
  schema: object(['command'], { command: text, timeout: { type: 'number' } }),
  run: async ({ command }, workspace) => (await execa('bash', ['-c', String(command)], { cwd: workspace, all: true, reject: false, stripFinalNewline: false })).all,
};
export const READ: Tool = {
  name: 'read',
  schema: object(['path'], { path: text, offset: { type: 'number' }, limit: { type: 'number' } }),
  run: ({ path, offset, limit }, workspace) => {
    const lines = readFileSync(resolve(workspace, String(path)), 'utf8').split('\n');
    return offset === undefined ? lines.join('\n') : lines.slice(Number(offset) - 1, Number(offset) - 1 + Number(limit)).join('\n');
  },
};
export const WRITE: Tool = {
  name: 'write',
  schema: object(['path', 'content'], { path: text, content: text }),
  run: ({ path, content }, workspace) => {
    mkdirSync(dirname(resolve(workspace, String(path))), { recursive: true });
    writeFileSync(resolve(workspace, String(path)), String(content));
    return 'written';
  },
};

export interface Talk {
  dialect: DialectId;
  stream: boolean;
  tools: Tool[];
  workspace: string;
}

/** Lets a model work in a workspace until it answers. Small, and real in all that the gateway sees of an agent. */
export async function work(ask: Ask, talk: Talk, prompt: string, most = 60): Promise<{ reply: ModelReply; calls: ToolCall[] }> {
  const wire = WIRES[talk.dialect];
  const history: Json[] = [wire.user(prompt)];
  const calls: ToolCall[] = [];
  for (let turn = 0; turn < most; turn += 1) {
    const answer = await ask(wire.target(talk.stream), wire.body(history, talk));
    if (answer.status !== 200) throw new Error(`status ${String(answer.status)}: ${answer.text}`);
    const reply = readReply(talk, answer);
    if (reply.calls.length === 0) return { reply, calls };
    history.push(...wire.asked(reply));
    for (const call of reply.calls) {
      calls.push(call);
      const tool = talk.tools.find(({ name }) => name === call.name);
      if (!tool) throw new Error(`there is no tool ${call.name}`);
      history.push(wire.result(call, await tool.run(call.arguments as Json, talk.workspace)));
    }
  }
  throw new Error('the model does not come to an end');
}

function readReply({ dialect, stream }: Talk, answer: Reply): ModelReply {
  if (!stream) return DIALECTS[dialect].read(JSON.parse(answer.text));
  const reading = DIALECTS[dialect].readStream();
  createParser({ onEvent: ({ event, data }) => reading.push(event === undefined ? { data } : { event, data }) }).feed(answer.text);
  const { reply, complete } = reading.end();
  if (!complete) throw new Error('the stream has no end');
  return reply;
}

interface Wire {
  target(stream: boolean): string;
  user(prompt: string): Json;
  body(history: Json[], talk: Talk): Json;
  asked(reply: ModelReply): Json[];
  result(call: ToolCall, output: string): Json;
}

const WIRES: Record<DialectId, Wire> = {
  'openai-responses': {
    target: () => '/v1/responses',
    user: (prompt) => ({ type: 'message', role: 'user', content: [{ type: 'input_text', text: prompt }] }),
    body: (input, { stream, tools }) => ({ model: 'm', stream, store: false, input, tools: tools.map(({ name, schema }) => ({ type: 'function', name, parameters: schema })) }),
    asked: ({ calls }) => calls.map(({ id, name, arguments: given }) => ({ type: 'function_call', call_id: id, name, arguments: JSON.stringify(given) })),
    result: ({ id }, output) => ({ type: 'function_call_output', call_id: id, output }),
  },
  'openai-chat': {
    target: () => '/v1/chat/completions',
    user: (content) => ({ role: 'user', content }),
    body: (messages, { stream, tools }) => ({ model: 'm', stream, messages, tools: tools.map(({ name, schema }) => ({ type: 'function', function: { name, parameters: schema } })) }),
    asked: ({ calls }) => [{ role: 'assistant', content: null, tool_calls: calls.map(({ id, name, arguments: given }) => ({ id, type: 'function', function: { name, arguments: JSON.stringify(given) } })) }],
    result: ({ id }, content) => ({ role: 'tool', tool_call_id: id, content }),
  },
  'anthropic-messages': {
    target: () => '/v1/messages?beta=true',
    user: (content) => ({ role: 'user', content: [{ type: 'text', text: '<system-reminder>\nBe neat.\n</system-reminder>' }, { type: 'text', text: content }] }),
    body: (messages, { stream, tools }) => ({ model: 'm', max_tokens: 1000, stream, messages, tools: tools.map(({ name, schema }) => ({ name, input_schema: schema })) }),
    asked: ({ calls }) => [{ role: 'assistant', content: calls.map(({ id, name, arguments: input }) => ({ type: 'tool_use', id, name, input })) }],
    result: ({ id }, content) => ({ role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }] }),
  },
  gemini: {
    target: (stream) => (stream ? '/v1beta/models/m:streamGenerateContent?alt=sse' : '/v1beta/models/m:generateContent'),
    user: (prompt) => ({ role: 'user', parts: [{ text: '<session_context>\nToday.\n</session_context>' }, { text: prompt }] }),
    body: (contents, { tools }) => ({ contents, tools: [{ functionDeclarations: tools.map(({ name, schema }) => ({ name, parametersJsonSchema: schema })) }] }),
    asked: ({ calls }) => [{ role: 'model', parts: calls.map(({ name, arguments: args }) => ({ functionCall: { name, args } })) }],
    result: ({ name }, output) => ({ role: 'user', parts: [{ functionResponse: { name, response: { output } } }] }),
  },
};
