import type { Json } from './json.js';
import type { DialectId, ModelReply, ModelRequest } from './message.js';
import type { Question, QuestionRequest } from './question.js';

/** One server-sent event: `event` only where the stream names it. */
export interface ServerEvent {
  event?: string;
  data: string;
}

/** What a reply needs that the model does not decide. */
export interface WriteContext {
  /** Makes ids: the same for the same request, different for different requests and salts. */
  id(prefix: string, salt?: string): string;
  /** Unix time in seconds. */
  created: number;
  model: string;
  usage: { input: number; output: number; cached: number; reasoning: number };
}

/** Puts a streamed reply together. `complete` only once the dialect's own end was seen. */
export interface ReplyStream {
  push(event: ServerEvent): void;
  /** True where an event's data was not JSON. */
  readonly malformed: boolean;
  end(): { reply: ModelReply; complete: boolean };
}

/** One wire format, as pure functions. */
export interface Dialect {
  readonly id: DialectId;
  /** A request for one reply to one prompt, with no tools. */
  ask(question: Question): QuestionRequest;
  /** A request body; `path` because Gemini names the model there. */
  parse(body: Json, path: string): ModelRequest;
  /** Marks of state that the provider keeps between requests (`previous_response_id`, `store`, …). */
  serverState(body: Json): string[];
  /** A whole response body. */
  read(body: unknown): ModelReply;
  readStream(): ReplyStream;
  write(reply: ModelReply, context: WriteContext): unknown;
  writeStream(reply: ModelReply, context: WriteContext): ServerEvent[];
  /** The error body for a status. */
  error(status: number, code: string, message: string): Json;
  /** An error in the middle of a stream that began with 200. */
  errorEvents(code: string, message: string): ServerEvent[];
  /** How far a stream gets that is then cut: its first event, valid so far. */
  beginning(context: WriteContext): ServerEvent[];
  tokenCount(tokens: number): Json;
}

/** An event whose data is JSON; `event` follows the data's `type` where the dialect names its events. */
export const jsonEvent = (data: unknown, event?: string): ServerEvent =>
  event === undefined ? { data: JSON.stringify(data) } : { event, data: JSON.stringify(data) };

/** Server-sent events as bytes on the wire. */
export const eventText = ({ event, data }: ServerEvent): string =>
  `${event === undefined ? '' : `event: ${event}\n`}${data.split('\n').map((line) => `data: ${line}\n`).join('')}\n`;
