import type { ParsedEvent, TraceEvent } from './events.js';

interface Pending {
  call_id: string;
  session: number;
  name: string | undefined;
  /** The agent's own time of the call, if its stream has one. */
  time: string | undefined;
  /** Milliseconds on the monotonic clock when the call was received. */
  at: number;
}

/** What joining adds to an event: how long the call took, or that nobody asked for it. */
export type Joined = Pick<TraceEvent, 'duration_ms' | 'unmatched'>;

/**
 * Joins results to calls by session and call id (`call_id`, else `id`). Some agents use an id again;
 * then the oldest call that is still open gets the result.
 */
export class CallJoiner {
  private readonly open = new Map<string, Pending[]>();

  /** `at` is the monotonic time in ms at which the event was received. */
  join(session: number, event: ParsedEvent, at: number): Joined {
    const id = event.call_id ?? event.id;
    if (event.type === 'tool.call' && id !== undefined) {
      const pending = { call_id: id, session, name: event.name, time: event.time, at };
      const waiting = this.open.get(key(session, id));
      if (waiting) waiting.push(pending);
      else this.open.set(key(session, id), [pending]);
    }
    return event.type === 'tool.result' ? this.settle(session, id, event, at) : {};
  }

  /** The calls of a session that never got a result, in the order they were made. They are then forgotten. */
  close(session: number): Pending[] {
    const left = [...this.open.values()].flat().filter((pending) => pending.session === session);
    for (const pending of left) this.open.delete(key(session, pending.call_id));
    return left.sort((a, b) => a.at - b.at);
  }

  private settle(session: number, id: string | undefined, event: ParsedEvent, at: number): Joined {
    const waiting = id === undefined ? undefined : this.open.get(key(session, id));
    const call = waiting?.shift();
    if (!call) return { unmatched: 'no-call' };
    if (waiting?.length === 0) this.open.delete(key(session, call.call_id));
    if (event.duration_ms !== undefined) return {};
    // Two times of the agent's clock measure better than two arrivals through its output buffer.
    const own = call.time !== undefined && event.time !== undefined ? Date.parse(event.time) - Date.parse(call.time) : at - call.at;
    return { duration_ms: Math.max(0, Math.round(own)) };
  }
}

const key = (session: number, id: string): string => `${String(session)} ${id}`;
