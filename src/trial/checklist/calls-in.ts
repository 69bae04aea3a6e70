import type { ToolCall } from '../../scoring/checklist/evidence.js';
import { readTrace } from '../../trace/read-trace.js';

/** The tool calls that an agent's own output shows, by session, each with what it gave back. */
export async function callsIn(trace: string): Promise<Map<number, ToolCall[]>> {
  const calls = new Map<number, ToolCall[]>();
  const open = new Map<string, ToolCall>();
  for await (const { source, type, session, call_id = '', name, arguments: given, result } of readTrace(trace)) {
    if (source !== 'agent') continue;
    const key = `${String(session)} ${call_id}`;
    if (type === 'tool.call') {
      const call: ToolCall = { name: name ?? '', arguments: given, result: null };
      calls.set(session, [...(calls.get(session) ?? []), call]);
      open.set(key, call);
    }
    const called = type === 'tool.result' ? open.get(key) : undefined;
    if (called && result !== undefined) called.result = textOf(result);
  }
  return calls;
}

const textOf = (result: unknown): string => (typeof result === 'string' ? result : JSON.stringify(result));
