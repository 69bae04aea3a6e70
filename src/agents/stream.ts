import { SILENT } from '../trace/parse-line.js';
import type { ParsedEvent } from '../trace/events.js';
import { decode } from './text.js';

export { SILENT };

/** Any JSON object, before its shape is known. */
export type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object that a line holds; undefined where it is no JSON object. */
export function readObject(line: string): Json | undefined {
  if (!line.trimStart().startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The JSON objects of a turn's output, in order. Lines that are none are left out: the trace has them as `unparsed`. */
export const objectsOf = (stdout: Uint8Array): Json[] => decode(stdout).split('\n').map(readObject).filter((value) => value !== undefined);

/** A line that a parser does not know: kept, and counted. */
export const unknown = (line: string): ParsedEvent[] => [{ type: 'unparsed', result: line }];

export const text = (value: unknown): string => (typeof value === 'string' ? value : '');
export const textOrUndefined = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
export const list = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);
export const object = (value: unknown): Json => (isObject(value) ? value : {});

/** Tokens as a trace has them, leaving out what the CLI does not say. `input_tokens` counts cached ones too. */
export function usage(counts: { cumulative?: true; input: unknown; output: unknown; cached?: unknown; cache_write?: unknown; reasoning?: unknown }): ParsedEvent {
  const named = { input_tokens: counts.input, output_tokens: counts.output, cached_tokens: counts.cached, cache_write_tokens: counts.cache_write, reasoning_tokens: counts.reasoning };
  const known = Object.fromEntries(Object.entries(named).filter(([, value]) => Number.isSafeInteger(value)));
  return { type: 'usage', result: counts.cumulative ? { cumulative: true, ...known } : known };
}

/** A sum of what are numbers among these. */
export const sum = (...values: unknown[]): number => values.reduce<number>((total, value) => total + (typeof value === 'number' ? value : 0), 0);
