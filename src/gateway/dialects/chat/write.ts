import { jsonEvent, type ServerEvent, type WriteContext } from '../dialect.js';
import type { Json } from '../json.js';
import type { ModelReply, ToolCall } from '../message.js';
import { pieces } from '../pieces.js';

/** A whole chat completion. */
export function write(reply: ModelReply, context: WriteContext): Json {
  const message = {
    role: 'assistant',
    content: reply.text === '' && reply.calls.length > 0 ? null : reply.text,
    ...(reply.reasoning === '' ? {} : { reasoning_content: reply.reasoning }),
    ...(reply.calls.length === 0 ? {} : { tool_calls: reply.calls.map((call) => callObject(call, text(call))) }),
  };
  return { ...head(context, 'chat.completion'), choices: [{ index: 0, message, logprobs: null, finish_reason: finish(reply) }], usage: usage(context) };
}

/** The same completion in chunks, closed by the usage chunk and `[DONE]`. */
export function writeStream(reply: ModelReply, context: WriteContext): ServerEvent[] {
  const chunk = (delta: Json, finish_reason: string | null = null): ServerEvent =>
    jsonEvent({ ...head(context, 'chat.completion.chunk'), choices: [{ index: 0, delta, logprobs: null, finish_reason }] });
  return [
    chunk({ role: 'assistant', content: '' }),
    ...(reply.reasoning === '' ? [] : pieces(reply.reasoning).map((reasoning_content) => chunk({ reasoning_content }))),
    ...(reply.text === '' ? [] : pieces(reply.text).map((content) => chunk({ content }))),
    ...reply.calls.flatMap((call, index) => {
      const [first = '', ...rest] = pieces(text(call));
      return [
        chunk({ tool_calls: [{ index, ...callObject(call, first) }] }),
        ...rest.map((more) => chunk({ tool_calls: [{ index, ...(call.kind === 'custom' ? { custom: { input: more } } : { function: { arguments: more } }) }] })),
      ];
    }),
    chunk({}, finish(reply)),
    jsonEvent({ ...head(context, 'chat.completion.chunk'), choices: [], usage: usage(context) }),
    { data: '[DONE]' },
  ];
}

export const beginning = (context: WriteContext): ServerEvent[] => [
  jsonEvent({ ...head(context, 'chat.completion.chunk'), choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }] }),
];

export const errorEvents = (code: string, message: string): ServerEvent[] => [jsonEvent({ error: { code, message, type: code } })];

const head = (context: WriteContext, object: string): Json => ({ id: context.id('chatcmpl'), object, created: context.created, model: context.model });
const finish = (reply: ModelReply): string => (reply.calls.length > 0 ? 'tool_calls' : 'stop');
const text = (call: ToolCall): string => (call.kind === 'custom' ? String(call.arguments) : JSON.stringify(call.arguments));

const callObject = ({ id, name, kind }: ToolCall, value: string): Json =>
  kind === 'custom' ? { id, type: 'custom', custom: { name, input: value } } : { id, type: 'function', function: { name, arguments: value } };

const usage = ({ usage: { input, output, cached, reasoning } }: WriteContext): Json => ({
  prompt_tokens: input,
  completion_tokens: output,
  total_tokens: input + output,
  prompt_tokens_details: { cached_tokens: cached },
  completion_tokens_details: { reasoning_tokens: reasoning },
});
