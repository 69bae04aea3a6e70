import { once } from 'node:events';
import { eventText, type Dialect, type ServerEvent, type WriteContext } from '../dialects/dialect.js';
import type { UpstreamResponse } from '../upstream.js';
import type { Misbehaviour } from './brain.js';

const MESSAGES: Record<number, string> = {
  401: 'The API key is not valid', 402: 'Payment is required', 403: 'Permission denied', 404: 'The model does not exist', 429: 'Rate limit reached',
  500: 'The server had an error', 503: 'The service is unavailable', 529: 'The service is overloaded',
};
const CODES: Record<number, string> = { 401: 'invalid_api_key', 404: 'model_not_found', 429: 'rate_limit_exceeded', 503: 'service_unavailable', 529: 'overloaded' };
/** Dialects without codes of their own say it in words. */
const WORDS: Record<string, string> = { insufficient_quota: 'You exceeded your current quota, please check your plan and billing details' };

/** Fails in the way that is wanted, in the shape that the dialect's clients know from real providers. */
export async function misbehave(how: Misbehaviour, dialect: Dialect, context: WriteContext, signal: AbortSignal): Promise<UpstreamResponse> {
  switch (how.kind) {
    case 'status': {
      const { status, retry_after } = how;
      const code = how.code ?? CODES[status] ?? 'server_error';
      const headers = { 'content-type': 'application/json', ...(retry_after === undefined ? {} : { 'retry-after': String(retry_after) }) };
      return { status, headers, body: bytes(JSON.stringify(dialect.error(status, code, WORDS[code] ?? MESSAGES[status] ?? 'The request failed'))) };
    }
    case 'hang':
      if (!signal.aborted) await once(signal, 'abort');
      throw signal.reason;
    case 'html':
      return { status: 200, headers: { 'content-type': 'text/html' }, body: bytes('<!doctype html><html><body>Please sign in to the network</body></html>') };
    case 'invalid-json':
      return stream(bytes('data: {"type":"response.created", not json\n\n', 'data: {{{{\n\n'));
    case 'stream-error':
      return stream(bytes(...dialect.errorEvents(how.code, `The provider says ${how.code}`).map(eventText)));
    case 'cut-stream':
      return stream(cut(dialect.beginning(context)));
  }
}

const stream = (body: AsyncIterable<Uint8Array>): UpstreamResponse => ({ status: 200, headers: { 'content-type': 'text/event-stream' }, body });

async function* bytes(...parts: string[]): AsyncGenerator<Buffer> {
  for (const part of parts) yield Buffer.from(part);
}

/** Gives the beginning time to reach the agent, then breaks. */
async function* cut(events: readonly ServerEvent[]): AsyncGenerator<Buffer> {
  for (const event of events) yield Buffer.from(eventText(event));
  await new Promise((resolve) => setTimeout(resolve, 50));
  throw new Error('the stream was cut');
}
