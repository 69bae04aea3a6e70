import { jsonEvent, type ServerEvent, type WriteContext } from '../dialect.js';
import type { Json } from '../json.js';
import type { ModelReply } from '../message.js';
import { pieces } from '../pieces.js';

/** A whole response. */
export const write = (reply: ModelReply, context: WriteContext): Json => response(partsOf(reply), context, true);

/** The same in several responses; only the last one says that it is the end. */
export function writeStream(reply: ModelReply, context: WriteContext): ServerEvent[] {
  const parts = partsOf(reply).flatMap((part) => (typeof part.text === 'string' ? pieces(part.text).map((text) => ({ ...part, text })) : [part]));
  return parts.map((part, at) => jsonEvent(response([part], context, at === parts.length - 1)));
}

export const beginning = (context: WriteContext): ServerEvent[] => [jsonEvent(response([{ text: '' }], context, false))];

export const errorEvents = (code: string, message: string): ServerEvent[] => [jsonEvent({ error: { code: 500, message, status: code } })];

/** Errors carry a status word beside the number. */
const STATUS: Record<number, string> = {
  400: 'INVALID_ARGUMENT', 401: 'UNAUTHENTICATED', 403: 'PERMISSION_DENIED', 404: 'NOT_FOUND', 429: 'RESOURCE_EXHAUSTED', 503: 'UNAVAILABLE', 529: 'UNAVAILABLE',
};
export const error = (status: number, _code: string, message: string): Json => ({ error: { code: status, message, status: STATUS[status] ?? 'INTERNAL' } });

function response(parts: Json[], context: WriteContext, last: boolean): Json {
  const { input, output, cached, reasoning } = context.usage;
  return {
    candidates: [{ index: 0, content: { role: 'model', parts }, ...(last ? { finishReason: 'STOP' } : {}) }],
    usageMetadata: {
      promptTokenCount: input,
      candidatesTokenCount: output - reasoning,
      thoughtsTokenCount: reasoning,
      totalTokenCount: input + output,
      cachedContentTokenCount: cached,
    },
    modelVersion: context.model,
    responseId: context.id('resp'),
  };
}

function partsOf(reply: ModelReply): Json[] {
  const parts: Json[] = [];
  if (reply.reasoning !== '') parts.push({ text: reply.reasoning, thought: true });
  if (reply.text !== '' || reply.calls.length === 0) parts.push({ text: reply.text });
  return [...parts, ...reply.calls.map(({ id, name, arguments: args }) => ({ functionCall: { id, name, args } }))];
}
