import type { ParsedEvent } from '../../trace/events.js';
import { list, object, readObject, SILENT, sum, text, textOrUndefined, unknown, usage, type Json } from '../stream.js';

/** Progress, and repetitions of what other lines tell whole. */
const SILENT_TYPES = [
  'agent_start', 'agent_end', 'agent_settled', 'turn_start', 'turn_end', 'message_start', 'message_update', 'tool_execution_update',
  'auto_retry_end', 'entry_appended', 'queue_update', 'compaction_start', 'compaction_end', 'session_info_changed', 'thinking_level_changed',
];

/** One line of `pi --mode json`. */
export function parse(line: string): ParsedEvent[] {
  const event = readObject(line);
  const type = text(event?.['type']);
  if (!event || type === '') return unknown(line);
  if (SILENT_TYPES.includes(type)) return SILENT;
  switch (type) {
    case 'session':
      return [{ type: 'session.start', id: text(event['id']), ...timeOf(event['timestamp']) }];
    case 'tool_execution_start':
      return [{ type: 'tool.call', call_id: text(event['toolCallId']), name: text(event['toolName']), arguments: event['args'] ?? {} }];
    case 'tool_execution_end':
      return [toolResult(event)];
    case 'message_end':
      return message(object(event['message'])) ?? unknown(line);
    case 'auto_retry_start':
      return [{ type: 'error', id: type, result: text(event['errorMessage']) }];
    default:
      return unknown(line);
  }
}

function toolResult(event: Json): ParsedEvent {
  const blocks = list(object(event['result'])['content']);
  const isText = blocks.every((block) => block['type'] === 'text');
  const { durationMs } = event;
  return {
    type: 'tool.result',
    call_id: text(event['toolCallId']),
    name: text(event['toolName']),
    result: isText ? textOf(blocks) : blocks,
    exit_code: event['isError'] === true ? 1 : 0,
    ...(typeof durationMs === 'number' && { duration_ms: durationMs }),
  };
}

function message(message: Json): ParsedEvent[] | undefined {
  const time = timeOf(message['timestamp']);
  const blocks = typeof message['content'] === 'string' ? [{ type: 'text', text: message['content'] }] : list(message['content']);
  switch (message['role']) {
    case 'user':
      return [{ type: 'prompt', result: textOf(blocks), ...time }];
    case 'assistant':
      return [...blocks.flatMap(said), tokens(object(message['usage'])), ...failed(message)].map((event) => ({ ...event, ...time }));
    // Tool results come with their execution; the rest the model did not say.
    case 'toolResult':
    case 'system':
    case 'custom':
    case 'bashExecution':
    case 'compactionSummary':
    case 'branchSummary':
      return SILENT;
    default:
      return undefined;
  }
}

function said(block: Json): ParsedEvent[] {
  switch (block['type']) {
    case 'text':
      return [{ type: 'message', result: text(block['text']) }];
    case 'thinking':
      return [{ type: 'reasoning', result: text(block['thinking']) }];
    case 'toolCall':
      return [];
    default:
      return [{ type: 'unparsed', result: block }];
  }
}

/** pi counts cached tokens beside the input; a trace counts them in it. */
function tokens(counts: Json): ParsedEvent {
  return usage({
    input: sum(counts['input'], counts['cacheRead'], counts['cacheWrite']),
    output: counts['output'],
    cached: counts['cacheRead'],
    cache_write: counts['cacheWrite'],
    reasoning: counts['reasoning'],
  });
}

const failed = (message: Json): ParsedEvent[] => (isFailed(message) ? [{ type: 'error', result: textOrUndefined(message['errorMessage']) ?? text(message['stopReason']) }] : []);

export const isFailed = (message: Json): boolean => message['stopReason'] === 'error' || message['stopReason'] === 'aborted';

export const textOf = (blocks: readonly Json[]): string => blocks.filter((block) => block['type'] === 'text').map((block) => text(block['text'])).join('\n');

/** pi's clock: ISO text, or ms since 1970. */
function timeOf(value: unknown): { time?: string } {
  if (typeof value === 'string') return { time: value };
  return typeof value === 'number' && Math.abs(value) < 8.64e15 ? { time: new Date(value).toISOString() } : {};
}
