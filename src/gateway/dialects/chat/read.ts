import type { ReplyStream, ServerEvent } from '../dialect.js';
import { countOf, isObject, objectOf, objectsOf, textOf, textOrNull, type Json } from '../json.js';
import { emptyReply, type Finish, type ModelReply, type Usage } from '../message.js';
import { callOf } from './parse.js';

/** A whole chat completion: its first choice. */
export function read(body: unknown): ModelReply {
  const completion = objectOf(body);
  const choice = objectOf(objectsOf(completion.choices)[0]);
  const message = objectOf(choice.message);
  const calls = objectsOf(message.tool_calls).map(callOf);
  const error = errorOf(completion);
  const raw = textOrNull(choice.finish_reason);
  return {
    ...emptyReply(),
    id: textOrNull(completion.id),
    model: textOrNull(completion.model),
    text: textOf(message.content) || textOf(message.refusal),
    reasoning: textOf(message.reasoning_content) || textOf(message.reasoning),
    calls,
    finish: error ? 'error' : finishOf(raw, message),
    finish_raw: raw,
    usage: usageOf(completion.usage),
    error,
  };
}

function finishOf(raw: string | null, message: Json): Finish | null {
  if (raw === null) return null;
  if (raw === 'tool_calls' || raw === 'function_call') return 'tool-calls';
  if (raw === 'length') return 'length';
  if (raw === 'content_filter' || textOf(message.refusal) !== '') return 'refusal';
  return raw === 'stop' ? 'stop' : 'other';
}

function errorOf(body: Json): ModelReply['error'] {
  if (typeof body.error === 'string') return { code: 'error', message: body.error };
  if (!isObject(body.error)) return null;
  const { code, type, message } = body.error;
  const name = typeof code === 'number' ? String(code) : textOf(code);
  return { code: name || textOf(type) || 'error', message: textOf(message) };
}

function usageOf(value: unknown): Usage | null {
  if (!isObject(value)) return null;
  return {
    input: countOf(value.prompt_tokens),
    output: countOf(value.completion_tokens),
    cached: countOf(objectOf(value.prompt_tokens_details).cached_tokens),
    cache_write: null,
    reasoning: countOf(objectOf(value.completion_tokens_details).reasoning_tokens),
  };
}

/** Deltas of the first choice, added up to the message they are pieces of. */
export class ChatStream implements ReplyStream {
  malformed = false;
  #head: Json = {};
  #usage: unknown = null;
  #error: unknown = null;
  #finish: string | null = null;
  #done = false;
  readonly #texts = { content: '', reasoning_content: '', refusal: '' };
  readonly #calls: { id: string; type: string; name: string; text: string }[] = [];

  push({ data }: ServerEvent): void {
    if (data.trim() === '[DONE]') {
      this.#done = true;
      return;
    }
    try {
      const chunk: unknown = JSON.parse(data);
      if (isObject(chunk)) this.#take(chunk);
    } catch {
      this.malformed = true;
    }
  }

  #take(chunk: Json): void {
    this.#head = { ...this.#head, ...Object.fromEntries(['id', 'model'].filter((key) => chunk[key]).map((key) => [key, chunk[key]])) };
    if (isObject(chunk.usage)) this.#usage = chunk.usage;
    if (chunk.error !== undefined && chunk.error !== null) this.#error = chunk.error;
    const choice = objectsOf(chunk.choices).find(({ index }) => index === undefined || index === 0);
    if (!choice) return;
    const delta = objectOf(choice.delta);
    this.#texts.content += textOf(delta.content);
    this.#texts.refusal += textOf(delta.refusal);
    this.#texts.reasoning_content += textOf(delta.reasoning_content) || textOf(delta.reasoning);
    for (const call of objectsOf(delta.tool_calls)) this.#grow(call);
    this.#finish = textOrNull(choice.finish_reason) ?? this.#finish;
  }

  #grow(call: Json): void {
    const index = Math.min(countOf(call.index) ?? this.#calls.length, this.#calls.length);
    const known = (this.#calls[index] ??= { id: '', type: 'function', name: '', text: '' });
    const definition = objectOf(call.function ?? call.custom);
    known.id ||= textOf(call.id);
    if (call.type === 'custom') known.type = 'custom';
    known.name += textOf(definition.name);
    known.text += textOf(definition.arguments ?? definition.input);
  }

  end(): { reply: ModelReply; complete: boolean } {
    const tool_calls = this.#calls.map(({ id, type, name, text }) =>
      type === 'custom' ? { id, type, custom: { name, input: text } } : { id, type, function: { name, arguments: text } },
    );
    const choice = { message: { ...this.#texts, tool_calls }, finish_reason: this.#finish };
    const reply = read({ ...this.#head, choices: [choice], usage: this.#usage, error: this.#error });
    return { reply, complete: this.#done || this.#finish !== null || this.#error !== null };
  }
}
