import type { Redactions } from './bundle/redactions.js';
import type { JournalEntry } from './journal.js';

/** One reproducibility check. `line` names the file at fault: `trials/x/attempt-1/answer.txt: changed`. */
export interface Check {
  id: 'state' | 'chain' | 'head' | 'campaign' | 'lock' | 'preflight' | 'attempts' | 'results' | 'material' | 'files' | 'scores' | 'bundle' | 'redacted' | 'documents' | 'anchor';
  ok: boolean;
  /** It could not be made here, and `line` says why: neither right nor wrong. */
  skipped?: true;
  line: string;
}

/** What every check looks at. */
export interface Subject {
  dir: string;
  entries: readonly JournalEntry[];
  /** A living harness is at work: what is newer than the entries is not at fault. */
  running: boolean;
  /** A harness died here and nobody has resumed since: what it left half done is not at fault. */
  crashed: boolean;
  finished: boolean;
  /** An evaluator took back an attempt, and nothing has run since. */
  withdrawn: boolean;
  /** What a published bundle does not have as it was captured. */
  redactions: Redactions;
}

/** The checks of one kind: one line for each fault, or one that says what was found in order. */
export const checksOf = (id: Check['id'], faults: readonly string[], inOrder: string): Check[] =>
  faults.length === 0 ? [{ id, ok: true, line: inOrder }] : faults.map((line) => ({ id, ok: false, line }));

/** `1 file`, `2 files`. */
export const plural = (count: number, noun: string): string => `${String(count)} ${noun}${count === 1 ? '' : 's'}`;
