import type { ParsedEvent } from '../../trace/events.js';
import { object, readObject, SILENT, text, textOrUndefined, unknown, type Json } from '../stream.js';

/** Progress, pieces of what comes whole later, and what the CLI shows of itself. */
const SILENT_TYPES = [
  'assistant.turn_start', 'assistant.turn_end', 'assistant.turn_retry', 'assistant.idle', 'assistant.intent', 'assistant.message_start', 'assistant.message_delta',
  'assistant.reasoning', 'assistant.reasoning_delta', 'assistant.tool_call_delta', 'assistant.usage', 'assistant.streaming_delta',
  'model.call_start', 'model.call_finished', 'model.call_final_result',
  'session.skills_loaded', 'session.mcp_servers_loaded', 'session.mcp_server_status_changed', 'session.tools_updated', 'session.background_tasks_changed', 'session.info',
  'session.start', 'session.resume', 'session.usage_info', 'session.title_changed', 'session.model_change', 'session.custom_agents_updated', 'session.extensions_loaded',
  'tool.shell_output', 'tool.execution_partial_result', 'tool.execution_progress', 'pending_messages.modified',
];

/** One line of `copilot --output-format json`. It tells no tokens. */
export function parse(line: string): ParsedEvent[] {
  const event = readObject(line);
  const type = text(event?.['type']);
  if (!event || type === '') return unknown(line);
  if (SILENT_TYPES.includes(type)) return SILENT;
  const events = eventsOf(type, object(event['data']), event);
  const time = textOrUndefined(event['timestamp']);
  return events ? (time === undefined || events === SILENT ? events : events.map((one) => ({ time, ...one }))) : unknown(line);
}

function eventsOf(type: string, data: Json, event: Json): ParsedEvent[] | undefined {
  switch (type) {
    case 'user.message':
      return [{ type: 'prompt', result: text(data['content']) }];
    case 'system.notification':
      return [{ type: 'prompt', id: type, result: text(data['content']) }];
    case 'assistant.message':
      return message(data);
    case 'tool.execution_start':
      return [{ type: 'tool.call', call_id: text(data['toolCallId']), name: text(data['toolName']), arguments: data['arguments'] ?? {} }];
    case 'tool.execution_complete':
      return [toolResult(data)];
    case 'model.call_failure':
      return [{ type: 'error', id: type, result: [statusWords(data), text(data['errorMessage'])].filter((one) => one !== '').join(': ') }];
    case 'session.error':
      return [{ type: 'error', id: type, result: text(data['message']) }];
    // Only the last line names the conversation.
    case 'result':
      return [{ type: 'session.end', id: text(event['sessionId']), exit_code: typeof event['exitCode'] === 'number' ? event['exitCode'] : null }];
    default:
      return undefined;
  }
}

const statusWords = ({ statusCode }: Json): string => (typeof statusCode === 'number' ? `status ${String(statusCode)}` : '');

/** A message that only asks for tools says nothing itself. */
function message(data: Json): ParsedEvent[] {
  const id = text(data['messageId']);
  const reasoning = textOrUndefined(data['reasoningText']);
  const said = textOrUndefined(data['content']);
  const events: ParsedEvent[] = [
    ...(reasoning === undefined ? [] : [{ type: 'reasoning' as const, id, result: reasoning }]),
    ...(said === undefined ? [] : [{ type: 'message' as const, id, result: said }]),
  ];
  return events.length === 0 ? SILENT : events;
}

function toolResult(data: Json): ParsedEvent {
  const exit = object(data['shellExecution'])['exitCode'];
  const failed = data['success'] !== true;
  return {
    type: 'tool.result',
    call_id: text(data['toolCallId']),
    result: object(data['result'])['content'] ?? object(data['error'])['message'] ?? '',
    exit_code: typeof exit === 'number' ? exit : failed ? 1 : 0,
  };
}
