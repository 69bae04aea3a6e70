import type { TraceEvent } from './events.js';

/** What the results of a trial say about its trace. */
export interface TraceCounts {
  events: number;
  tool_calls: number;
  unparsed: number;
  /** Sums over all `usage` events; null where no event reported any. */
  input_tokens: number | null;
  output_tokens: number | null;
}

export const noCounts = (): TraceCounts => ({ events: 0, tool_calls: 0, unparsed: 0, input_tokens: null, output_tokens: null });

/** Adds one event. A `usage` event carries what was used since the one before, in `result.input_tokens` and `result.output_tokens`. */
export function count(counts: TraceCounts, event: TraceEvent): void {
  counts.events += 1;
  if (event.type === 'tool.call') counts.tool_calls += 1;
  if (event.type === 'unparsed') counts.unparsed += 1;
  if (event.type !== 'usage' || typeof event.result !== 'object' || event.result === null) return;
  const { input_tokens: input, output_tokens: output } = event.result as Record<string, unknown>;
  if (isCount(input)) counts.input_tokens = (counts.input_tokens ?? 0) + input;
  if (isCount(output)) counts.output_tokens = (counts.output_tokens ?? 0) + output;
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
