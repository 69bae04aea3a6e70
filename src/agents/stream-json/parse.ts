import type { ParsedEvent } from '../../trace/events.js';
import { list, object, readObject, SILENT, text, textOrUndefined, unknown, type Json } from '../stream.js';
import type { Flavour } from './flavour.js';

/** A parser for one line of `--output-format stream-json`. */
export const parser = (flavour: Flavour) => (line: string): ParsedEvent[] => {
  const event = readObject(line);
  const events = event && eventsOf(event, flavour);
  if (!event || !events) return unknown(line);
  const time = textOrUndefined(event['timestamp']);
  return events === SILENT || time === undefined ? events : events.map((one) => ({ time, ...one }));
};

function eventsOf(event: Json, flavour: Flavour): ParsedEvent[] | undefined {
  switch (event['type']) {
    case 'system':
      return system(event, flavour);
    case 'assistant':
      return spoken(object(event['message']), flavour);
    case 'user':
      return heard(object(event['message']));
    case 'result':
      return result(event, flavour);
    case 'stream_event':
    case 'rate_limit_event':
      // Pieces of what comes whole later, and what the CLI shows in its own display.
      return SILENT;
    default:
      return undefined;
  }
}

function system(event: Json, flavour: Flavour): ParsedEvent[] | undefined {
  const subtype = text(event['subtype']);
  if (subtype === 'init') return [{ type: 'session.start', id: text(event['session_id']), result: { version: flavour.version(event) ?? null, model: event['model'] ?? null } }];
  if (flavour.retries.includes(subtype)) return [{ type: 'error', id: subtype, result: retryWords(event) }];
  return flavour.silent.includes(subtype) ? SILENT : undefined;
}

/** A failed request that is tried again, in one line: status and words are wherever the CLI has them. */
export function retryWords(event: Json): string {
  const { error_status, error, message, error_message } = event as { error_status?: unknown; error?: unknown; message?: unknown; error_message?: unknown };
  const words = [error_message, message, error].map((value) => (typeof value === 'string' ? value : text(object(value)['message']))).filter((value) => value !== '');
  return [typeof error_status === 'number' ? `status ${String(error_status)}` : '', ...words].filter((value) => value !== '').join(': ');
}

function spoken(message: Json, flavour: Flavour): ParsedEvent[] | undefined {
  const id = text(message['id']);
  const own = flavour.isOwnWords(message);
  const blocks = blocksOf(message).map((block): ParsedEvent => {
    switch (block['type']) {
      case 'text':
        return own ? { type: 'error', id, result: text(block['text']) } : { type: 'message', id, result: text(block['text']) };
      case 'thinking':
        return { type: 'reasoning', id, result: text(block['thinking']) };
      case 'redacted_thinking':
        return { type: 'reasoning', id, result: '' };
      case 'tool_use':
      case 'server_tool_use':
        return { type: 'tool.call', call_id: text(block['id']), name: text(block['name']), arguments: block['input'] ?? {} };
      default:
        return toolResult(block) ?? { type: 'unparsed', result: block };
    }
  });
  return blocks.length === 0 ? undefined : blocks;
}

function heard(message: Json): ParsedEvent[] | undefined {
  const blocks = blocksOf(message).map((block): ParsedEvent => {
    // Words to the model that no turn of ours holds: the CLI's reminders, a prompt that it repeats.
    if (block['type'] === 'text') return { type: 'prompt', result: text(block['text']) };
    return toolResult(block) ?? { type: 'unparsed', result: block };
  });
  return blocks.length === 0 ? undefined : blocks;
}

function toolResult(block: Json): ParsedEvent | undefined {
  if (!/tool_result$/.test(text(block['type']))) return undefined;
  return { type: 'tool.result', call_id: text(block['tool_use_id']), result: contentOf(block['content']), exit_code: block['is_error'] === true ? 1 : 0 };
}

/** Text where all of it is text, else the blocks as they are. */
function contentOf(content: unknown): unknown {
  const blocks = list(content);
  if (!Array.isArray(content) || blocks.length !== content.length || !blocks.every(({ type }) => type === 'text')) return content ?? '';
  return blocks.map((block) => text(block['text'])).join('\n');
}

function blocksOf(message: Json): Json[] {
  const { content } = message;
  return typeof content === 'string' ? [{ type: 'text', text: content }] : list(content);
}

function result(event: Json, flavour: Flavour): ParsedEvent[] {
  const used = flavour.tokens(object(event['usage']));
  return event['is_error'] === true ? [used, { type: 'error', id: 'result', result: failureWords(event) }] : [used];
}

/** Why a `result` says that the turn failed. */
export function failureWords(event: Json): string {
  const error = object(event['error'])['message'];
  const errors = Array.isArray(event['errors']) ? event['errors'].filter((one) => typeof one === 'string').join('; ') : '';
  return textOrUndefined(event['result']) ?? textOrUndefined(error) ?? (errors || text(event['subtype']));
}
