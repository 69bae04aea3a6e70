import type { ParsedEvent } from '../../trace/events.js';
import { object, readObject, SILENT, sum, text, textOrUndefined, unknown, usage, type Json } from '../stream.js';

/** One line of `opencode run --format json`. A tool's line comes once, when it has ended. */
export function parse(line: string): ParsedEvent[] {
  const event = readObject(line);
  const events = event && eventsOf(event, object(event['part']));
  if (!event || !events) return unknown(line);
  return events === SILENT ? events : events.map((one) => ({ ...timeOf(event['timestamp']), ...one }));
}

function eventsOf(event: Json, part: Json): ParsedEvent[] | undefined {
  switch (event['type']) {
    case 'step_start':
      return [{ type: 'session.start', id: text(event['sessionID']) }];
    case 'text':
      return [{ type: 'message', id: text(part['messageID']), result: text(part['text']) }];
    case 'reasoning':
      return [{ type: 'reasoning', id: text(part['messageID']), result: text(part['text']) }];
    case 'tool_use':
      return tool(part);
    case 'step_finish':
      return [tokens(object(part['tokens']))];
    case 'error':
      return [{ type: 'error', result: failureWords(object(event['error'])) }];
    default:
      return undefined;
  }
}

function tool(part: Json): ParsedEvent[] {
  const state = object(part['state']);
  const { start, end } = object(state['time']);
  const call = { call_id: text(part['callID']), name: text(part['tool']) };
  const exit = object(state['metadata'])['exit'];
  const failed = state['status'] === 'error';
  const result: ParsedEvent = {
    type: 'tool.result',
    ...call,
    ...timeOf(end),
    result: failed ? text(state['error']) : (state['output'] ?? ''),
    exit_code: typeof exit === 'number' ? exit : failed ? 1 : 0,
    ...(object(state['metadata'])['truncated'] === true && { truncated: true }),
  };
  return [{ type: 'tool.call', ...call, ...timeOf(start), arguments: state['input'] ?? {} }, result];
}

/** opencode counts cached input and reasoning apart; a trace counts them in input and output. */
function tokens(counts: Json): ParsedEvent {
  const cache = object(counts['cache']);
  return usage({
    input: sum(counts['input'], cache['read'], cache['write']),
    output: sum(counts['output'], counts['reasoning']),
    cached: cache['read'],
    cache_write: cache['write'],
    reasoning: counts['reasoning'],
  });
}

export const failureWords = (error: Json): string => textOrUndefined(object(error['data'])['message']) ?? text(error['name']);

const timeOf = (ms: unknown): { time?: string } => (typeof ms === 'number' && Math.abs(ms) < 8.64e15 ? { time: new Date(ms).toISOString() } : {});
