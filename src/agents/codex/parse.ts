import type { ParsedEvent } from '../../trace/events.js';
import { list, object, readObject, SILENT, text, textOrUndefined, unknown, usage, type Json } from '../stream.js';

/** One line of `codex exec --json`. It has no timestamps. */
export function parse(line: string): ParsedEvent[] {
  const event = readObject(line);
  switch (event?.['type']) {
    case 'thread.started':
      return [{ type: 'session.start', id: text(event['thread_id']) }];
    case 'turn.started':
    case 'item.updated':
      return SILENT;
    case 'item.started':
      return started(object(event['item'])) ?? unknown(line);
    case 'item.completed':
      return completed(object(event['item'])) ?? unknown(line);
    case 'turn.completed':
      return [tokens(object(event['usage']))];
    case 'turn.failed':
      return [{ type: 'error', id: 'turn.failed', result: text(object(event['error'])['message']) }];
    case 'error':
      return [{ type: 'error', result: text(event['message']) }];
    default:
      return unknown(line);
  }
}

/** Totals of the conversation: a resumed one goes on counting. */
function tokens(counts: Json): ParsedEvent {
  return usage({
    cumulative: true,
    input: counts['input_tokens'],
    output: counts['output_tokens'],
    cached: counts['cached_input_tokens'],
    cache_write: counts['cache_write_input_tokens'],
    reasoning: counts['reasoning_output_tokens'],
  });
}

function started(item: Json): ParsedEvent[] | undefined {
  const call = toolOf(item);
  return call && [{ type: 'tool.call', call_id: text(item['id']), ...call }];
}

function completed(item: Json): ParsedEvent[] | undefined {
  const id = text(item['id']);
  switch (item['type']) {
    case 'agent_message':
      return [{ type: 'message', id, result: text(item['text']) }];
    case 'reasoning':
      return [{ type: 'reasoning', id, result: text(item['text']) }];
    case 'error':
      return [{ type: 'error', id, result: text(item['message']) }];
    default:
      return toolResult(id, item);
  }
}

function toolResult(call_id: string, item: Json): ParsedEvent[] | undefined {
  const call = toolOf(item);
  if (!call) return undefined;
  const failed = item['status'] === 'failed' || item['status'] === 'declined';
  const exit = typeof item['exit_code'] === 'number' ? item['exit_code'] : failed ? 1 : 0;
  return [{ type: 'tool.result', call_id, name: call.name, result: outputOf(item), exit_code: exit }];
}

/** What a tool's item gave back; items of tools without output tell only how they ended. */
function outputOf(item: Json): unknown {
  if (typeof item['aggregated_output'] === 'string') return item['aggregated_output'];
  const { result, error, changes, results } = item as { result?: unknown; error?: unknown; changes?: unknown; results?: unknown };
  return error ?? result ?? results ?? changes ?? textOrUndefined(item['status']) ?? null;
}

interface Tool {
  name: string;
  arguments: unknown;
}

function toolOf(item: Json): Tool | undefined {
  switch (item['type']) {
    case 'command_execution':
      return { name: 'command_execution', arguments: { command: item['command'] } };
    case 'file_change':
      return { name: 'file_change', arguments: { changes: list(item['changes']) } };
    case 'mcp_tool_call':
      return { name: `mcp__${text(item['server'])}__${text(item['tool'])}`, arguments: item['arguments'] ?? {} };
    case 'web_search':
      return { name: 'web_search', arguments: { query: item['query'] } };
    case 'todo_list':
      return { name: 'todo_list', arguments: { items: list(item['items']) } };
    case 'collab_tool_call':
      return { name: text(item['tool']) || 'collab_tool_call', arguments: { prompt: item['prompt'], agents: item['receiver_thread_ids'] } };
    default:
      return undefined;
  }
}
