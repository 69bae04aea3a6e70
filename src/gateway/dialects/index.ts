import { anthropic } from './anthropic/index.js';
import { chat } from './chat/index.js';
import type { Dialect } from './dialect.js';
import { gemini } from './gemini/index.js';
import type { DialectId } from './message.js';
import { responses } from './responses/index.js';

export const DIALECTS: Record<DialectId, Dialect> = {
  'openai-responses': responses,
  'openai-chat': chat,
  'anthropic-messages': anthropic,
  gemini,
};
