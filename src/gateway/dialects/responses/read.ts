import type { ReplyStream, ServerEvent } from '../dialect.js';
import { countOf, isObject, listOf, objectOf, objectsOf, textOf, textOrNull, type Json } from '../json.js';
import { emptyReply, type Finish, type ModelReply, type Usage } from '../message.js';
import { callOf } from './parse.js';

/** A response object, whole or as far as it got. */
export function read(body: unknown): ModelReply {
  const response = objectOf(body);
  const items = objectsOf(response.output);
  const calls = items.map(callOf).filter((call) => call !== null);
  const error = errorOf(response);
  const status = textOrNull(objectOf(response.incomplete_details).reason) ?? textOrNull(response.status);
  return {
    ...emptyReply(),
    id: textOrNull(response.id),
    model: textOrNull(response.model),
    text: items.filter((item) => item.type === 'message').map(messageText).join('\n'),
    reasoning: items.filter((item) => item.type === 'reasoning').map(reasoningText).join('\n'),
    calls,
    finish: error ? 'error' : finishOf(status, calls.length > 0, items),
    finish_raw: status,
    usage: usageOf(response.usage),
    error,
  };
}

function finishOf(status: string | null, asks: boolean, items: Json[]): Finish | null {
  if (status === null || status === 'in_progress') return null;
  if (status === 'max_output_tokens') return 'length';
  if (status === 'content_filter') return 'refusal';
  if (status !== 'completed') return 'other';
  if (asks) return 'tool-calls';
  return items.some((item) => objectsOf(item.content).some((part) => part.type === 'refusal')) ? 'refusal' : 'stop';
}

const messageText = (item: Json): string => objectsOf(item.content).map((part) => textOf(part.text) || textOf(part.refusal)).join('');
const reasoningText = (item: Json): string =>
  [...objectsOf(item.summary), ...objectsOf(item.content)].map((part) => textOf(part.text)).filter((text) => text !== '').join('\n');

function errorOf(holder: Json): ModelReply['error'] {
  if (!isObject(holder.error)) return null;
  const { code, type, message } = holder.error;
  return { code: textOf(code) || textOf(type) || 'error', message: textOf(message) };
}

function usageOf(value: unknown): Usage | null {
  if (!isObject(value)) return null;
  return {
    input: countOf(value.input_tokens),
    output: countOf(value.output_tokens),
    cached: countOf(objectOf(value.input_tokens_details).cached_tokens),
    cache_write: null,
    reasoning: countOf(objectOf(value.output_tokens_details).reasoning_tokens),
  };
}

const ENDS = new Set(['response.completed', 'response.incomplete', 'response.failed']);

/** Items as they are announced, grow and are done; the closing event has the whole response. */
export class ResponsesStream implements ReplyStream {
  malformed = false;
  #response: Json = {};
  readonly #items: Json[] = [];
  #complete = false;
  #error: Json | null = null;

  push({ data }: ServerEvent): void {
    if (data === '[DONE]') return;
    try {
      const event: unknown = JSON.parse(data);
      if (isObject(event)) this.#take(event);
    } catch {
      this.malformed = true;
    }
  }

  #take(event: Json): void {
    const type = textOf(event.type);
    if (isObject(event.response)) this.#response = event.response;
    if (ENDS.has(type)) this.#complete = true;
    else if (type === 'error') this.#error = isObject(event.error) ? event.error : event;
    else if (type === 'response.output_item.added' || type === 'response.output_item.done') {
      if (isObject(event.item)) this.#items[indexOf(event)] = structuredClone(event.item);
    } else if (type.endsWith('.delta')) this.#grow(event, type);
  }

  #grow(event: Json, type: string): void {
    const item = this.#items[indexOf(event)];
    if (!item) return;
    const delta = textOf(event.delta);
    if (type.includes('function_call_arguments')) item.arguments = textOf(item.arguments) + delta;
    else if (type.includes('custom_tool_call_input')) item.input = textOf(item.input) + delta;
    else if (type.includes('output_text') || type.includes('refusal')) item.content = grown(item.content, countOf(event.content_index) ?? 0, delta);
    else if (type.includes('reasoning_summary')) item.summary = grown(item.summary, countOf(event.summary_index) ?? 0, delta);
    else if (type.includes('reasoning_text')) item.content = grown(item.content, countOf(event.content_index) ?? 0, delta);
  }

  end(): { reply: ModelReply; complete: boolean } {
    const whole = listOf(this.#response.output).length > 0 ? this.#response.output : this.#items.filter(isObject);
    const error = this.#error ?? this.#response.error;
    return { reply: read({ ...this.#response, output: whole, error }), complete: this.#complete || this.#error !== null };
  }
}

const indexOf = (event: Json): number => Math.min(countOf(event.output_index) ?? 0, 10_000);

function grown(parts: unknown, index: number, delta: string): Json[] {
  const list = objectsOf(parts);
  const at = Math.min(index, list.length);
  list[at] = { type: 'output_text', ...list[at], text: textOf(list[at]?.text) + delta };
  return list;
}
