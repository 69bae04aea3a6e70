import { createParser, type EventSourceParser } from 'eventsource-parser';
import type { Dialect, ServerEvent } from '../dialects/dialect.js';
import { parsedOrText } from '../dialects/json.js';
import type { ModelReply } from '../dialects/message.js';
import { contentOf, jsonOf } from './text.js';

/** More of one body is passed on but not kept. */
const KEPT = 64 * 1024 * 1024;

export interface RecordedEvent {
  at_ms: number;
  event?: string;
  data: unknown;
}

/** What a response was, once its last byte came. */
export interface Recorded {
  content: { bytes: number; body?: unknown; body_text?: string; body_base64?: string; truncated?: boolean; events?: RecordedEvent[] };
  reply: ModelReply | null;
  /** The reply came to the end that its dialect marks. */
  complete: boolean;
  malformed: boolean;
  /** The beginning of a body that is no JSON. */
  text: string;
}

/** Listens to a response body as it passes: events with the time they came at, or one body. */
export class ResponseRecorder {
  bytes = 0;
  readonly #chunks: Buffer[] = [];
  readonly #events: RecordedEvent[] = [];
  readonly #decoder = new TextDecoder();
  readonly #parser: EventSourceParser | null;
  readonly #stream;

  /** @param elapsed ms since the request came. */
  constructor(
    private readonly dialect: Dialect,
    contentType: string,
    private readonly elapsed: () => number,
  ) {
    this.#stream = dialect.readStream();
    this.#parser = contentType.includes('text/event-stream')
      ? createParser({ onEvent: ({ event, data }) => this.#event(event === undefined ? { data } : { event, data }) })
      : null;
  }

  /** Takes a chunk; characters and events may be cut anywhere. */
  push(chunk: Uint8Array): void {
    if (this.bytes <= KEPT) {
      if (this.#parser) this.#parser.feed(this.#decoder.decode(chunk, { stream: true }));
      else this.#chunks.push(Buffer.from(chunk));
    }
    this.bytes += chunk.length;
  }

  #event(event: ServerEvent): void {
    this.#stream.push(event);
    this.#events.push({ at_ms: Math.round(this.elapsed() * 1000) / 1000, ...event, data: parsedOrText(event.data) });
  }

  end(): Recorded {
    const truncated = this.bytes > KEPT ? { truncated: true } : {};
    if (!this.#parser) return this.#whole(truncated);
    // Some servers leave out the empty line after their last event.
    this.#parser.feed(this.#decoder.decode());
    this.#parser.reset({ consume: true });
    const { reply, complete } = this.#stream.end();
    const content = { bytes: this.bytes, events: this.#events, ...truncated };
    return { content, reply: this.#events.length > 0 ? reply : null, complete, malformed: this.#stream.malformed, text: '' };
  }

  #whole(truncated: { truncated?: boolean }): Recorded {
    const bytes = Buffer.concat(this.#chunks);
    const text = bytes.toString('utf8');
    const json = jsonOf(text);
    const content = { bytes: this.bytes, ...contentOf(bytes), ...truncated };
    const reply = json === undefined ? null : this.dialect.read(json);
    return { content, reply, complete: json !== undefined, malformed: json === undefined, text: json === undefined ? text.slice(0, 4096) : '' };
  }
}
