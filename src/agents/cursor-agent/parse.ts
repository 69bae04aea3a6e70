import type { ParsedEvent } from '../../trace/events.js';
import { list, object, readObject, SILENT, sum, text, textOrUndefined, unknown, usage, type Json } from '../stream.js';

/** One line of `cursor-agent --output-format stream-json`, as its documents and public records have it. */
export function parse(line: string): ParsedEvent[] {
  const event = readObject(line);
  const events = event && eventsOf(event);
  if (!event || !events) return unknown(line);
  const ms = event['timestamp_ms'];
  const time = typeof ms === 'number' && Math.abs(ms) < 8.64e15 ? { time: new Date(ms).toISOString() } : {};
  return events === SILENT ? events : events.map((one) => ({ ...time, ...one }));
}

function eventsOf(event: Json): ParsedEvent[] | undefined {
  switch (`${text(event['type'])} ${text(event['subtype'])}`.trim()) {
    case 'system init':
      return [{ type: 'session.start', id: text(event['session_id']), result: { model: event['model'] ?? null } }];
    case 'user':
      return [{ type: 'prompt', result: textOf(event) }];
    case 'assistant':
      return [{ type: 'message', result: textOf(event) }];
    case 'thinking delta':
      return [{ type: 'reasoning', result: text(event['text']) }];
    case 'thinking completed':
      return SILENT;
    case 'tool_call started':
      return toolCall(event);
    case 'tool_call completed':
      return toolResult(event);
    default:
      return event['type'] === 'result' ? result(event) : undefined;
  }
}

const textOf = (event: Json): string => list(object(event['message'])['content']).map((part) => text(part['text'])).join('\n');

/** `{ readToolCall: { args, result } }`; a tool without a name of its own says it: `{ function: { name, arguments } }`. */
function tool(event: Json): { name: string; body: Json } | undefined {
  const [key, value] = Object.entries(object(event['tool_call'])).find(([, inner]) => typeof inner === 'object' && inner !== null) ?? [];
  if (key === undefined) return undefined;
  const body = object(value);
  return { name: textOrUndefined(body['name']) ?? key, body };
}

function toolCall(event: Json): ParsedEvent[] | undefined {
  const called = tool(event);
  return called && [{ type: 'tool.call', call_id: text(event['call_id']), name: called.name, arguments: called.body['args'] ?? called.body['arguments'] ?? {} }];
}

function toolResult(event: Json): ParsedEvent[] | undefined {
  const called = tool(event);
  if (!called) return undefined;
  const outcome = object(called.body['result']);
  const { success, ...other } = outcome;
  const exit = object(success)['exitCode'];
  const result = success ?? (Object.keys(other).length > 0 ? other : null);
  return [{ type: 'tool.result', call_id: text(event['call_id']), name: called.name, result, exit_code: typeof exit === 'number' ? exit : success === undefined ? 1 : 0 }];
}

function result(event: Json): ParsedEvent[] {
  const counts = object(event['usage']);
  const used = usage({
    input: sum(counts['inputTokens'], counts['cacheReadTokens'], counts['cacheWriteTokens']),
    output: counts['outputTokens'],
    cached: counts['cacheReadTokens'],
    cache_write: counts['cacheWriteTokens'],
  });
  const told = Object.keys(counts).length > 0 ? [used] : [];
  const failed: ParsedEvent[] = event['is_error'] === true ? [{ type: 'error', id: 'result', result: text(event['result']) }] : [];
  return told.length + failed.length === 0 ? SILENT : [...told, ...failed];
}
