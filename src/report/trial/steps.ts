import type { TraceEvent } from '../../trace/events.js';

/** What an event is to a reader: the lane that it is drawn in, and its colour. */
export const LANES = ['session', 'said', 'tool', 'files', 'model', 'error'] as const;
export type Lane = (typeof LANES)[number];

const LANE_OF: Record<TraceEvent['type'], Lane> = {
  'session.start': 'session', 'session.end': 'session', usage: 'session',
  prompt: 'said', message: 'said', reasoning: 'said',
  'tool.call': 'tool', 'tool.result': 'tool',
  'file.change': 'files',
  'model.request': 'model', 'model.response': 'model', 'service.request': 'model', 'service.response': 'model',
  error: 'error', unparsed: 'error',
};

/** One line of the timeline: an event, or a call together with what came back. */
export interface Step {
  event: TraceEvent;
  /** Of a tool call, where it came. */
  result?: TraceEvent;
  lane: Lane;
  /** Milliseconds since the first event; `to` is where it ended, and `at` where that is not known. */
  at: number;
  to: number;
}

/** Events as steps, in the order in which they were recorded. Where an id is used again, the oldest open call gets the result, as the recorder has it. */
export function stepsOf(events: readonly TraceEvent[]): Step[] {
  const began = Date.parse(events[0]?.time ?? '') || 0;
  const open = new Map<string, Step[]>();
  const steps: Step[] = [];
  for (const event of events) {
    const at = Date.parse(event.time) - began;
    const id = event.call_id ?? event.id;
    const key = `${String(event.session)} ${id ?? ''}`;
    const call = event.type === 'tool.result' && id !== undefined && event.unmatched !== 'no-call' ? open.get(key)?.shift() : undefined;
    if (call) {
      call.result = event;
      call.to = Math.max(call.at, at);
      continue;
    }
    const step: Step = { event, lane: LANE_OF[event.type], at, to: at };
    if (event.type === 'tool.call' && id !== undefined) {
      const waiting = open.get(key);
      if (waiting) waiting.push(step);
      else open.set(key, [step]);
    }
    if (event.type === 'model.response' && event.duration_ms !== undefined) step.at = Math.max(0, at - event.duration_ms);
    steps.push(step);
  }
  return steps;
}
