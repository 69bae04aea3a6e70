import type { ReplyStream, ServerEvent } from '../dialect.js';
import { countOf, isObject, listOf, objectOf, objectsOf, textOf, textOrNull, type Json } from '../json.js';
import { emptyReply, type Finish, type ModelReply, type Usage } from '../message.js';

/** A response, or the list of them that a stream without `alt=sse` is. */
export function read(body: unknown): ModelReply {
  const stream = new GeminiStream();
  for (const part of Array.isArray(body) ? listOf(body) : [body]) stream.take(objectOf(part));
  return stream.end().reply;
}

const FINISH: Record<string, Finish> = { STOP: 'stop', MAX_TOKENS: 'length' };
const REFUSALS = new Set(['SAFETY', 'RECITATION', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'SPII', 'IMAGE_SAFETY']);

function finishOf(raw: string | null, asks: boolean): Finish | null {
  if (raw === null) return null;
  if (REFUSALS.has(raw)) return 'refusal';
  return raw === 'STOP' && asks ? 'tool-calls' : (FINISH[raw] ?? 'other');
}

/** Candidates' tokens leave out the thoughts; `Usage.output` is all that is paid for. */
function usageOf(value: unknown): Usage | null {
  if (!isObject(value)) return null;
  const [candidates, thoughts] = [countOf(value.candidatesTokenCount), countOf(value.thoughtsTokenCount)];
  return {
    input: countOf(value.promptTokenCount),
    output: candidates === null && thoughts === null ? null : (candidates ?? 0) + (thoughts ?? 0),
    cached: countOf(value.cachedContentTokenCount),
    cache_write: null,
    reasoning: thoughts,
  };
}

/** Each event is a response with some more parts of the first candidate. */
export class GeminiStream implements ReplyStream {
  malformed = false;
  readonly #reply = emptyReply();
  #finish: string | null = null;

  push({ data }: ServerEvent): void {
    try {
      this.take(objectOf(JSON.parse(data)));
    } catch {
      this.malformed = true;
    }
  }

  take(response: Json): void {
    const candidate = objectOf(objectsOf(response.candidates)[0]);
    const reply = this.#reply;
    reply.id = textOrNull(response.responseId) ?? reply.id;
    reply.model = textOrNull(response.modelVersion) ?? reply.model;
    reply.usage = usageOf(response.usageMetadata) ?? reply.usage;
    for (const part of objectsOf(objectOf(candidate.content).parts)) this.#add(part);
    this.#finish = textOrNull(candidate.finishReason) ?? textOrNull(objectOf(response.promptFeedback).blockReason) ?? this.#finish;
    if (isObject(response.error)) reply.error = { code: textOf(response.error.status) || String(response.error.code ?? 'error'), message: textOf(response.error.message) };
  }

  #add(part: Json): void {
    const reply = this.#reply;
    if (isObject(part.functionCall)) {
      const { id, name, args } = part.functionCall;
      const count = reply.calls.filter((call) => call.name === name).length;
      reply.calls.push({ id: textOf(id) || `${textOf(name)}#${String(count)}`, name: textOf(name), kind: 'function', arguments: args ?? {} });
    } else if (part.thought === true) reply.reasoning += textOf(part.text);
    else reply.text += textOf(part.text);
  }

  end(): { reply: ModelReply; complete: boolean } {
    const reply = this.#reply;
    reply.finish_raw = this.#finish;
    reply.finish = reply.error ? 'error' : finishOf(this.#finish, reply.calls.length > 0);
    return { reply, complete: this.#finish !== null || reply.error !== null };
  }
}
