import type { TraceEvent } from '../../trace/events.js';
import { readable } from '../page/readable.js';

/** Longest text that is taken apart where it is JSON, characters. */
const PARSED = 200_000;

/** What a step is about, to be read: the name of a tool, what it was given, what came back. */
export function stepText({ name, arguments: given, result }: TraceEvent): string {
  const parts = [name, given, result === undefined ? undefined : contentOf(result)].filter((part) => part !== undefined).map(asRead);
  return parts.join(parts.some((part) => part.includes('\n')) ? '\n' : ' ');
}

/** The text of what was read, without its size and digest, which say the same to a reader. */
function contentOf(result: unknown): unknown {
  const text = typeof result === 'object' && result !== null && 'sha256' in result ? (result as { text?: unknown }).text : undefined;
  return typeof text === 'string' ? text : result;
}

/** A text that is JSON, such as an answer, is its fields, one a line. */
export function asRead(value: unknown): string {
  if (typeof value !== 'string' || value.length > PARSED || !/^\s*[[{]/.test(value)) return readable(value);
  try {
    return readable(JSON.parse(value));
  } catch {
    return value;
  }
}
