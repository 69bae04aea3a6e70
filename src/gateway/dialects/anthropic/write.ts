import { jsonEvent, type ServerEvent, type WriteContext } from '../dialect.js';
import type { Json } from '../json.js';
import type { ModelReply } from '../message.js';
import { pieces } from '../pieces.js';

/** A whole message. */
export const write = (reply: ModelReply, context: WriteContext): Json => ({
  ...shell(context),
  content: blocksOf(reply),
  stop_reason: stopReason(reply),
  usage: usage(context),
});

/** The same message as events: each block opened, grown and closed. */
export function writeStream(reply: ModelReply, context: WriteContext): ServerEvent[] {
  const blocks = blocksOf(reply).flatMap((block, index) => [
    { type: 'content_block_start', index, content_block: opened(block) },
    ...growth(block).map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ]);
  const end = { type: 'message_delta', delta: { stop_reason: stopReason(reply), stop_sequence: null }, usage: { output_tokens: context.usage.output } };
  return [...beginning(context), ...[...blocks, end, { type: 'message_stop' }].map(named)];
}

export const beginning = (context: WriteContext): ServerEvent[] => [
  named({ type: 'message_start', message: { ...shell(context), content: [], stop_reason: null, usage: { ...usage(context), output_tokens: 1 } } }),
];

export const errorEvents = (code: string, message: string): ServerEvent[] => [named({ type: 'error', error: { type: code, message } })];

const named = (event: Json & { type: string }): ServerEvent => jsonEvent(event, event.type);
const stopReason = (reply: ModelReply): string => (reply.calls.length > 0 ? 'tool_use' : 'end_turn');
const shell = (context: WriteContext): Json => ({ id: context.id('msg'), type: 'message', role: 'assistant', model: context.model, stop_sequence: null });

const usage = ({ usage: { input, output, cached } }: WriteContext): Json => ({
  input_tokens: input - cached,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: cached,
  output_tokens: output,
});

function blocksOf(reply: ModelReply): Json[] {
  const blocks: Json[] = [];
  if (reply.reasoning !== '') blocks.push({ type: 'thinking', thinking: reply.reasoning, signature: 'bm9uZQ==' });
  if (reply.text !== '' || reply.calls.length === 0) blocks.push({ type: 'text', text: reply.text });
  return [...blocks, ...reply.calls.map(({ id, name, arguments: input }) => ({ type: 'tool_use', id, name, input }))];
}

function opened(block: Json): Json {
  if (block.type === 'thinking') return { ...block, thinking: '', signature: '' };
  return block.type === 'text' ? { ...block, text: '' } : { ...block, input: {} };
}

function growth(block: Json): Json[] {
  if (block.type === 'thinking')
    return [
      ...pieces(block.thinking as string).map((thinking) => ({ type: 'thinking_delta', thinking })),
      { type: 'signature_delta', signature: block.signature },
    ];
  if (block.type === 'text') return pieces(block.text as string).map((text) => ({ type: 'text_delta', text }));
  return pieces(JSON.stringify(block.input)).map((partial_json) => ({ type: 'input_json_delta', partial_json }));
}
