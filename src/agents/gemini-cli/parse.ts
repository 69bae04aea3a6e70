import type { ParsedEvent } from '../../trace/events.js';
import { object, readObject, text, textOrUndefined, unknown, usage, type Json } from '../stream.js';

/** One line of `gemini --output-format stream-json`. The model's text comes in pieces, each one an event. */
export function parse(line: string): ParsedEvent[] {
  const event = readObject(line);
  const events = event && eventsOf(event);
  if (!event || !events) return unknown(line);
  const time = textOrUndefined(event['timestamp']);
  return time === undefined ? events : events.map((one) => ({ time, ...one }));
}

function eventsOf(event: Json): ParsedEvent[] | undefined {
  switch (event['type']) {
    case 'init':
      return [{ type: 'session.start', id: text(event['session_id']), result: { model: event['model'] ?? null } }];
    case 'message':
      return message(event);
    case 'tool_use':
      return [{ type: 'tool.call', call_id: text(event['tool_id']), name: text(event['tool_name']), arguments: event['parameters'] ?? {} }];
    case 'tool_result':
      return [toolResult(event)];
    case 'error':
      return [{ type: 'error', result: text(event['message']) }];
    case 'result':
      return [tokens(object(event['stats'])), ...(event['status'] === 'success' ? [] : [{ type: 'error' as const, id: 'result', result: failureWords(event) }])];
    default:
      return undefined;
  }
}

function message(event: Json): ParsedEvent[] | undefined {
  if (event['role'] === 'assistant') return [{ type: 'message', result: text(event['content']) }];
  return event['role'] === 'user' ? [{ type: 'prompt', result: text(event['content']) }] : undefined;
}

/** Tools that write tell no output. */
function toolResult(event: Json): ParsedEvent {
  const failed = event['status'] !== 'success';
  const error = object(event['error'])['message'];
  return { type: 'tool.result', call_id: text(event['tool_id']), result: event['output'] ?? error ?? text(event['status']), exit_code: failed ? 1 : 0 };
}

/** Thoughts are in no count but the total. */
function tokens({ total_tokens: total, input_tokens: input, output_tokens: output, cached }: Json): ParsedEvent {
  const withThoughts = typeof total === 'number' && typeof input === 'number' ? total - input : output;
  return usage({ input, output: withThoughts, cached });
}

export const failureWords = (event: Json): string => textOrUndefined(object(event['error'])['message']) ?? textOrUndefined(event['message']) ?? text(event['status']);
