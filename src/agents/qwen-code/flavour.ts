import { list, object, text, usage } from '../stream.js';
import type { Flavour } from '../stream-json/flavour.js';

export const flavour: Flavour = {
  version: () => undefined,
  // A failed request becomes an assistant message without tokens; what had come of a broken reply stands before it.
  isOwnWords: (message) => {
    const { input_tokens: input, output_tokens: output } = object(message['usage']);
    return input === 0 && output === 0 && list(message['content']).some((block) => /\[API Error: [^]*\]/.test(text(block['text'])));
  },
  // Totals of the conversation: a resumed one goes on counting.
  tokens: (counts) => usage({ cumulative: true, input: counts['input_tokens'], output: counts['output_tokens'], cached: counts['cache_read_input_tokens'] }),
  retries: ['retry'],
  silent: ['status', 'session_title', 'compact_boundary', 'hook_started', 'hook_response', 'task_started', 'task_progress', 'task_notification'],
};
