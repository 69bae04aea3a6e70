import type { TraceEvent } from '../../trace/events.js';

/** A tool call as the agent's own stream shows it. */
export interface StreamCall {
  session: number;
  /** Of its event in trace.jsonl. */
  seq: number;
  id: string | undefined;
  name: string;
  arguments: unknown;
  /** What came back, as far as it is text. */
  result?: string;
}

/** The tool calls of a trace's agent, in the order in which its stream has them. */
export function streamCalls(events: readonly TraceEvent[]): StreamCall[] {
  const calls: StreamCall[] = [];
  const open = new Map<string, StreamCall[]>();
  for (const { source, type, session, seq, id, call_id, name = '', arguments: given, result, truncated } of events) {
    if (source !== 'agent') continue;
    const own = call_id ?? id;
    const key = `${String(session)} ${own ?? ''}`;
    if (type === 'tool.call') {
      const call: StreamCall = { session, seq, id: own, name, arguments: given };
      calls.push(call);
      open.set(key, [...(open.get(key) ?? []), call]);
    } else if (type === 'tool.result') {
      const call = open.get(key)?.shift();
      if (call && typeof result === 'string' && truncated !== true) call.result = result;
    }
  }
  return calls;
}
