import type { Dialect } from '../dialect.js';
import { openAiError } from '../openai-error.js';
import { ask } from './ask.js';
import { parse, serverState } from './parse.js';
import { read, ResponsesStream } from './read.js';
import { beginning, errorEvents, write, writeStream } from './write.js';

/** OpenAI Responses. */
export const responses: Dialect = {
  id: 'openai-responses',
  ask,
  parse,
  serverState,
  read,
  readStream: () => new ResponsesStream(),
  write,
  writeStream,
  error: openAiError,
  errorEvents,
  beginning,
  tokenCount: (tokens) => ({ object: 'response.input_tokens', input_tokens: tokens }),
};
