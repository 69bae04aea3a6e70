import { z } from 'zod';

/** Where an event was seen. */
export const eventSource = z.enum(['agent', 'gateway', 'service', 'files', 'harness']);

export const eventType = z.enum([
  'session.start', 'prompt', 'message', 'reasoning', 'tool.call', 'tool.result', 'file.change',
  'model.request', 'model.response', 'service.request', 'service.response', 'usage', 'error', 'unparsed', 'session.end',
]);

/** Where in a raw file of the session an event came from: bytes `offset` to `offset + length` of `file`. */
export const rawReference = z.strictObject({
  file: z.string(),
  line: z.int().positive(),
  offset: z.int().nonnegative(),
  length: z.int().nonnegative(),
});

/** One line of trace.jsonl (contract, "Trace events"). */
export const traceEvent = z.strictObject({
  /** From 1, without gaps, over the whole attempt. */
  seq: z.int().positive(),
  /** ISO 8601, UTC, ms: the agent's own time where its stream has one, else when we received it. */
  time: z.iso.datetime(),
  session: z.int().positive(),
  source: eventSource,
  type: eventType,
  id: z.string().optional(),
  /** Joins a tool.result to its tool.call. */
  call_id: z.string().optional(),
  /** Tool name, or path of a file.change. */
  name: z.string().optional(),
  arguments: z.unknown().optional(),
  /** Tool output, message text, error text. */
  result: z.unknown().optional(),
  exit_code: z.int().nullable().optional(),
  duration_ms: z.number().nonnegative().optional(),
  /** Something was cut; how much was there before is in the raw file. */
  truncated: z.boolean().optional(),
  /** A call that never got a result (`no-result`), a result that no call asked for (`no-call`). */
  unmatched: z.enum(['no-result', 'no-call']).optional(),
  raw: rawReference.optional(),
});

export type TraceEvent = z.infer<typeof traceEvent>;
export type EventType = z.infer<typeof eventType>;
export type RawReference = z.infer<typeof rawReference>;

/** What an agent's parser makes of a line; the recorder adds seq, session, source, raw, and time where there is none. */
export const parsedEvent = traceEvent
  .omit({ seq: true, session: true, source: true, raw: true, unmatched: true, time: true })
  .extend({ time: z.string().optional() });
export type ParsedEvent = Omit<TraceEvent, 'seq' | 'time' | 'session' | 'source' | 'raw' | 'unmatched'> & { time?: string };
