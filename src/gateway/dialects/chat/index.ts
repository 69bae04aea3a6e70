import type { Dialect } from '../dialect.js';
import { openAiError } from '../openai-error.js';
import { ask } from './ask.js';
import { parse, serverState } from './parse.js';
import { ChatStream, read } from './read.js';
import { beginning, errorEvents, write, writeStream } from './write.js';

/** OpenAI Chat Completions, which most local servers speak too. */
export const chat: Dialect = {
  id: 'openai-chat',
  ask,
  parse,
  serverState,
  read,
  readStream: () => new ChatStream(),
  write,
  writeStream,
  error: openAiError,
  errorEvents,
  beginning,
  tokenCount: (tokens) => ({ input_tokens: tokens }),
};
