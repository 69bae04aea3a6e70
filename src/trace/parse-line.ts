import { messageOf } from '../common/errors.js';
import { parsedEvent, type ParsedEvent } from './events.js';
import type { RawLine } from './lines.js';

/** How much of a line that is not understood is repeated in its event; all of it is in the raw file. */
const EXCERPT_CHARACTERS = 2000;

/**
 * What a parser gives for a line that it knows and that has nothing for the trace (a heartbeat, a repetition).
 * Only this very value may be empty: an empty list that just came about is a parser's fault, and the line is `unparsed`.
 */
export const SILENT: ParsedEvent[] = Object.freeze([]) as unknown as ParsedEvent[];

/**
 * What a parser makes of a raw line, checked. A line that it does not know, that breaks it or that is too long
 * gives one `unparsed` event which says why. Only a blank line and `SILENT` give nothing.
 */
export function parseLine(line: RawLine, parse: (line: string) => ParsedEvent[]): ParsedEvent[] {
  // Bytes that are not UTF-8 become U+FFFD here; the raw file keeps them.
  const text = line.bytes.toString('utf8').replace(/^\uFEFF/, '');
  if (line.truncated) return [unparsed(text, 'line too long')];
  if (text.trim() === '') return [];
  try {
    const events = parse(text);
    if (events === SILENT) return [];
    return events.length === 0 ? [unparsed(text, 'no event')] : events.map((event) => checked(event));
  } catch (error) {
    return [unparsed(text, messageOf(error))];
  }
}

function checked(event: ParsedEvent): ParsedEvent {
  const { time, ...rest } = parsedEvent.parse(event);
  const at = time === undefined ? NaN : Date.parse(time);
  return Number.isNaN(at) ? rest : { ...rest, time: new Date(at).toISOString() };
}

function unparsed(text: string, reason: string): ParsedEvent {
  const cut = text.length > EXCERPT_CHARACTERS || reason === 'line too long';
  const result = { reason: reason.slice(0, EXCERPT_CHARACTERS), text: text.slice(0, EXCERPT_CHARACTERS) };
  return { type: 'unparsed', result, ...(cut ? { truncated: true } : {}) };
}
