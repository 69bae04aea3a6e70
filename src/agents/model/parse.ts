import type { ParsedEvent } from '../../trace/events.js';
import { SILENT, unknown, usage } from '../stream.js';
import { readLine } from './lines.js';

/** One line of the request's output. What was asked is on the wire, and in the trace by the gateway. */
export function parse(text: string): ParsedEvent[] {
  const event = readLine(text);
  switch (event?.type) {
    case undefined:
      return unknown(text);
    case 'asked':
      return SILENT;
    case 'reasoning':
      return [{ type: 'reasoning', result: event.text }];
    case 'call':
      return [{ type: 'tool.call', call_id: event.id, name: event.name, arguments: event.arguments }];
    case 'text':
      return [{ type: 'message', result: event.text }];
    case 'replied':
      return [usage({ input: event.input_tokens, output: event.output_tokens, cached: event.cached_tokens, reasoning: event.reasoning_tokens })];
    case 'failed':
      return [{ type: 'error', id: event.failure, result: event.message }];
  }
}
