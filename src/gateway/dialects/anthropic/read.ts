import type { ReplyStream, ServerEvent } from '../dialect.js';
import { argumentsOf, countOf, isObject, objectOf, objectsOf, textOf, textOrNull, type Json } from '../json.js';
import { emptyReply, type Finish, type ModelReply, type Usage } from '../message.js';

/** A whole message. */
export function read(body: unknown): ModelReply {
  const message = objectOf(body);
  const blocks = objectsOf(message.content);
  const error = isObject(message.error) ? { code: textOf(message.error.type) || 'error', message: textOf(message.error.message) } : null;
  const raw = textOrNull(message.stop_reason);
  return {
    ...emptyReply(),
    id: textOrNull(message.id),
    model: textOrNull(message.model),
    text: blocks.filter(({ type }) => type === 'text').map(({ text }) => textOf(text)).join(''),
    reasoning: blocks.filter(({ type }) => type === 'thinking').map(({ thinking }) => textOf(thinking)).join('\n'),
    calls: blocks.filter(({ type }) => type === 'tool_use').map(({ id, name, input }) => ({
      id: textOf(id), name: textOf(name), kind: 'function', arguments: argumentsOf(input),
    })),
    finish: error ? 'error' : finishOf(raw),
    finish_raw: raw,
    usage: usageOf(message.usage),
    error,
  };
}

const FINISH: Record<string, Finish> = {
  end_turn: 'stop', stop_sequence: 'stop', tool_use: 'tool-calls', max_tokens: 'length', model_context_window_exceeded: 'length', refusal: 'refusal',
};
const finishOf = (raw: string | null): Finish | null => (raw === null ? null : (FINISH[raw] ?? 'other'));

/** `input_tokens` leaves out what was read from or written to the cache; `Usage.input` is all of it. */
function usageOf(value: unknown): Usage | null {
  if (!isObject(value)) return null;
  const [plain, read, written] = [countOf(value.input_tokens), countOf(value.cache_read_input_tokens), countOf(value.cache_creation_input_tokens)];
  return {
    input: plain === null ? null : plain + (read ?? 0) + (written ?? 0),
    output: countOf(value.output_tokens),
    cached: read,
    cache_write: written,
    reasoning: countOf(objectOf(value.output_tokens_details).reasoning_tokens ?? objectOf(value.output_tokens_details).thinking_tokens),
  };
}

/** Content blocks that are opened, grow and are closed. */
export class AnthropicStream implements ReplyStream {
  malformed = false;
  #message: Json = {};
  readonly #blocks: Json[] = [];
  #usage: Json = {};
  #complete = false;

  push({ data }: ServerEvent): void {
    try {
      const event: unknown = JSON.parse(data);
      if (isObject(event)) this.#take(event);
    } catch {
      this.malformed = true;
    }
  }

  #take(event: Json): void {
    const index = Math.min(countOf(event.index) ?? 0, 10_000);
    if (event.type === 'message_start') this.#start(objectOf(event.message));
    else if (event.type === 'content_block_start') this.#blocks[index] = { ...objectOf(event.content_block) };
    else if (event.type === 'content_block_delta') grow((this.#blocks[index] ??= {}), objectOf(event.delta));
    else if (event.type === 'message_delta') {
      this.#message = { ...this.#message, ...objectOf(event.delta) };
      this.#usage = { ...this.#usage, ...objectOf(event.usage) };
    } else if (event.type === 'message_stop') this.#complete = true;
    else if (event.type === 'error') {
      this.#message.error = event.error;
      this.#complete = true;
    }
  }

  #start(message: Json): void {
    this.#message = { ...message };
    this.#usage = { ...objectOf(message.usage) };
  }

  end(): { reply: ModelReply; complete: boolean } {
    const usage = Object.keys(this.#usage).length > 0 ? this.#usage : null;
    return { reply: read({ ...this.#message, content: this.#blocks.filter(isObject), usage }), complete: this.#complete };
  }
}

function grow(block: Json, delta: Json): void {
  if (delta.type === 'text_delta') block.text = textOf(block.text) + textOf(delta.text);
  else if (delta.type === 'thinking_delta') block.thinking = textOf(block.thinking) + textOf(delta.thinking);
  // The opening block says `input: {}`; the pieces that follow are its JSON text.
  else if (delta.type === 'input_json_delta') block.input = textOf(block.input) + textOf(delta.partial_json);
}
