import { z } from 'zod';
import type { ParsedEvent, TraceEvent } from '../../trace/events.js';
import { decode } from '../text.js';

/** One line of the program's output (program/events.ts). */
const line = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('start'), id: z.string() }),
  z.strictObject({ type: z.literal('call'), id: z.string(), name: z.string(), arguments: z.record(z.string(), z.unknown()) }),
  z.strictObject({ type: z.literal('result'), id: z.string(), result: z.unknown(), failed: z.literal(true).optional(), cut: z.literal(true).optional() }),
  z.strictObject({ type: z.literal('say'), text: z.string() }),
  z.strictObject({ type: z.literal('error'), text: z.string() }),
  z.strictObject({ type: z.literal('final'), text: z.string() }),
]);

/** A line that is not one of these becomes `unparsed`. The final answer is the `message` whose id is `final`. */
export function parseEvent(text: string): ParsedEvent[] {
  const event = readLine(text);
  switch (event?.type) {
    case undefined:
      return [{ type: 'unparsed', result: text }];
    case 'start':
      return [{ type: 'session.start', id: event.id }];
    case 'call':
      return [{ type: 'tool.call', call_id: event.id, name: event.name, arguments: event.arguments }];
    case 'result':
      return [{ type: 'tool.result', call_id: event.id, result: event.result, exit_code: event.failed ? 1 : 0, ...(event.cut && { truncated: true }) }];
    case 'say':
      return [{ type: 'message', result: event.text }];
    case 'error':
      return [{ type: 'error', result: event.text }];
    case 'final':
      return [{ type: 'message', id: 'final', result: event.text }];
  }
}

/** The text of the last `final` line, read from the raw output, which no trace limit has cut; null where there is none. */
export function finalText(stdout: Uint8Array): string | null {
  const finals = decode(stdout).split('\n').map(readLine).filter((event) => event?.type === 'final');
  return finals.at(-1)?.text ?? null;
}

/** How many notes of an earlier run the leaker found; undefined where it did not look. */
export function notesFound(events: readonly TraceEvent[]): number | undefined {
  const call = events.find(({ type, name }) => type === 'tool.call' && name === 'recall');
  const result = events.find(({ type, call_id, session }) => type === 'tool.result' && call !== undefined && call_id === call.call_id && session === call.session);
  return z.object({ notes: z.number() }).safeParse(result?.result).data?.notes;
}

function readLine(text: string): z.infer<typeof line> | undefined {
  try {
    return line.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
