import type { Dialect } from '../dialect.js';
import { ask } from './ask.js';
import { parse, serverState } from './parse.js';
import { GeminiStream, read } from './read.js';
import { beginning, error, errorEvents, write, writeStream } from './write.js';

/** Gemini generateContent. */
export const gemini: Dialect = {
  id: 'gemini',
  ask,
  parse,
  serverState,
  read,
  readStream: () => new GeminiStream(),
  write,
  writeStream,
  error,
  errorEvents,
  beginning,
  tokenCount: (tokens) => ({ totalTokens: tokens }),
};
