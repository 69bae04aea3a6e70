import { sameUntil } from '../../common/same-until.js';

/** The steps of an attempt that can be told apart, in the order in which they come. */
export type StepKind = 'initial-state' | 'request' | 'tool-call' | 'tool-result' | 'message' | 'error' | 'service-request' | 'service-response' | 'file-change' | 'end' | 'answer' | 'score';

/** One step in which two attempts differ. */
export interface Divergence {
  kind: StepKind;
  /** From 1; null for what belongs to the attempt as a whole. */
  session: number | null;
  /** Which step it is: `exchange 3 at /messages/2/content`, `read {"path":"HANDOFF.md"}`, a path. */
  where: string;
  /** Both sides, masked and cut around the first place where they differ; null where that side has no such step. */
  a: string | null;
  b: string | null;
}

/** A divergence with its place among the others: the number of the event in the trace, the first attempt's where it has one. */
export interface Placed extends Divergence {
  seq: number;
}

/** What comes before, and what comes after everything that has a number in the trace. */
export const BEFORE = 0;
export const AFTER = { file: 1e9, end: 2e9, answer: 3e9, score: 4e9 } as const;

const LEAD = 32;
const SHOWN = 120;

/** Two texts that differ, each as short as shows how. */
export function excerpts(a: string, b: string): [string, string] {
  const same = sameUntil(a, b);
  return [cut(a, same), cut(b, same)];
}

function cut(text: string, from: number): string {
  const start = Math.max(0, from - LEAD);
  const end = start + SHOWN;
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`;
}

/** A value as text, for showing. */
export const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing'));
