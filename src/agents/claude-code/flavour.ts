import { sum, textOrUndefined, usage } from '../stream.js';
import type { Flavour } from '../stream-json/flavour.js';

export const flavour: Flavour = {
  version: (init) => textOrUndefined(init['claude_code_version']),
  isOwnWords: (message) => message['model'] === '<synthetic>',
  // Anthropic counts cached tokens beside the input; a trace counts them in it. What a message itself says is of its beginning.
  tokens: (counts) =>
    usage({
      input: sum(counts['input_tokens'], counts['cache_read_input_tokens'], counts['cache_creation_input_tokens']),
      output: counts['output_tokens'],
      cached: counts['cache_read_input_tokens'],
      cache_write: counts['cache_creation_input_tokens'],
    }),
  retries: ['api_retry'],
  silent: ['thinking_tokens', 'ui_invalidate', 'status', 'compact_boundary', 'hook_started', 'hook_progress', 'hook_response', 'session_state_changed', 'task_started', 'task_progress', 'task_notification', 'files_persisted'],
};
