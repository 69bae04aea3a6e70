import type { Dialect } from '../dialect.js';
import { ask } from './ask.js';
import { parse, serverState } from './parse.js';
import { AnthropicStream, read } from './read.js';
import { beginning, errorEvents, write, writeStream } from './write.js';

const TYPES: Record<number, string> = {
  400: 'invalid_request_error', 401: 'authentication_error', 402: 'billing_error', 403: 'permission_error', 404: 'not_found_error',
  413: 'request_too_large', 429: 'rate_limit_error', 529: 'overloaded_error',
};

/** Anthropic Messages. */
export const anthropic: Dialect = {
  id: 'anthropic-messages',
  ask,
  parse,
  serverState,
  read,
  readStream: () => new AnthropicStream(),
  write,
  writeStream,
  // The status alone decides the type here; there is no field for a code.
  error: (status, _code, message) => ({ type: 'error', error: { type: TYPES[status] ?? 'api_error', message } }),
  errorEvents,
  beginning,
  tokenCount: (tokens) => ({ input_tokens: tokens }),
};
