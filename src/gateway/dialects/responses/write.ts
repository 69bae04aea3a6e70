import { jsonEvent, type ServerEvent, type WriteContext } from '../dialect.js';
import type { Json } from '../json.js';
import type { ModelReply, ToolCall } from '../message.js';
import { pieces } from '../pieces.js';

/** A whole response object. */
export function write(reply: ModelReply, context: WriteContext): Json {
  const { usage } = context;
  return {
    ...shell(context, 'completed'),
    output: itemsOf(reply, context),
    usage: {
      input_tokens: usage.input,
      input_tokens_details: { cached_tokens: usage.cached },
      output_tokens: usage.output,
      output_tokens_details: { reasoning_tokens: usage.reasoning },
      total_tokens: usage.input + usage.output,
    },
  };
}

/** The same response as the events that a streaming client waits for: text and arguments in pieces, each item closed. */
export function writeStream(reply: ModelReply, context: WriteContext): ServerEvent[] {
  const response = write(reply, context);
  const events: Json[] = [{ type: 'response.created', response: { ...response, status: 'in_progress', output: [], usage: null } }];
  (response.output as Json[]).forEach((item, output_index) => {
    events.push({ type: 'response.output_item.added', output_index, item: opened(item) });
    events.push(...growth(item, output_index));
    events.push({ type: 'response.output_item.done', output_index, item });
  });
  events.push({ type: 'response.completed', response });
  return numbered(events);
}

export const beginning = (context: WriteContext): ServerEvent[] =>
  numbered([{ type: 'response.created', response: { ...shell(context, 'in_progress'), output: [] } }]);

export const errorEvents = (code: string, message: string): ServerEvent[] =>
  numbered([
    { type: 'response.created', response: { id: 'resp_failed', object: 'response', status: 'in_progress', output: [] } },
    { type: 'response.failed', response: { id: 'resp_failed', object: 'response', status: 'failed', output: [], error: { code, message } } },
  ]);

const numbered = (events: Json[]): ServerEvent[] => events.map((event, sequence_number) => jsonEvent({ ...event, sequence_number }, event.type as string));

const shell = (context: WriteContext, status: string): Json => ({
  id: context.id('resp'), object: 'response', created_at: context.created, status, error: null, incomplete_details: null,
  model: context.model, parallel_tool_calls: true, tools: [], tool_choice: 'auto', metadata: {},
});

function itemsOf(reply: ModelReply, context: WriteContext): Json[] {
  const items: Json[] = [];
  if (reply.reasoning !== '')
    items.push({ type: 'reasoning', id: context.id('rs'), summary: [{ type: 'summary_text', text: reply.reasoning }], encrypted_content: 'bm9uZQ==' });
  if (reply.text !== '' || reply.calls.length === 0) {
    const content = [{ type: 'output_text', text: reply.text, annotations: [] }];
    items.push({ type: 'message', id: context.id('msg'), role: 'assistant', status: 'completed', content });
  }
  return [...items, ...reply.calls.map((call) => callItem(call, context))];
}

const callItem = (call: ToolCall, context: WriteContext): Json =>
  call.kind === 'custom'
    ? { type: 'custom_tool_call', id: context.id('ctc', call.id), call_id: call.id, name: call.name, input: String(call.arguments), status: 'completed' }
    : { type: 'function_call', id: context.id('fc', call.id), call_id: call.id, ...named(call), arguments: JSON.stringify(call.arguments), status: 'completed' };

const named = ({ name, namespace }: ToolCall): Json => (namespace === undefined ? { name } : { namespace, name: name.slice(namespace.length + 2) });

function opened(item: Json): Json {
  if (item.type === 'message') return { ...item, status: 'in_progress', content: [] };
  if (item.type === 'reasoning') return { ...item, summary: [] };
  return { ...item, status: 'in_progress', ...('arguments' in item ? { arguments: '' } : { input: '' }) };
}

function growth(item: Json, output_index: number): Json[] {
  const at = { item_id: item.id, output_index };
  if (item.type === 'message') {
    const part = (item.content as Json[])[0] as Json;
    const place = { ...at, content_index: 0 };
    return [
      { type: 'response.content_part.added', ...place, part: { ...part, text: '' } },
      ...pieces(part.text as string).map((delta) => ({ type: 'response.output_text.delta', ...place, delta, logprobs: [] })),
      { type: 'response.output_text.done', ...place, text: part.text, logprobs: [] },
      { type: 'response.content_part.done', ...place, part },
    ];
  }
  if (item.type === 'reasoning') {
    const part = (item.summary as Json[])[0] as Json;
    const place = { ...at, summary_index: 0 };
    return [
      { type: 'response.reasoning_summary_part.added', ...place, part: { ...part, text: '' } },
      ...pieces(part.text as string).map((delta) => ({ type: 'response.reasoning_summary_text.delta', ...place, delta })),
      { type: 'response.reasoning_summary_text.done', ...place, text: part.text },
      { type: 'response.reasoning_summary_part.done', ...place, part },
    ];
  }
  const [name, field] = item.type === 'function_call' ? ['function_call_arguments', 'arguments'] : ['custom_tool_call_input', 'input'];
  const text = item[field] as string;
  return [
    ...pieces(text).map((delta) => ({ type: `response.${name}.delta`, ...at, delta })),
    { type: `response.${name}.done`, ...at, [field]: text },
  ];
}

