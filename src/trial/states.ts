import type { Signal } from '../agents/adapter.js';
import type { Inventory } from '../common/inventory.js';
import type { Exit, Sandbox } from '../sandbox/sandbox.js';
import type { Normalization, Score } from '../scoring/index.js';
import type { TraceCounts } from '../trace/counts.js';
import type { PlannedTrial } from './planned.js';
import type { Witnesses } from './reconcile/witness.js';
import type { WireVerdict } from './wire-verdict.js';

/**
 * An attempt's states are types: a step takes what the step before it gives, so that nothing can be scored
 * that was not judged valid, and nothing judged that was not captured.
 */
export interface Planned {
  readonly trial: PlannedTrial;
  readonly attempt: number;
}

export interface Seeded extends Planned {
  readonly sandbox: Sandbox;
  readonly initial: Inventory;
  /** Digest of home and workspace before the first prompt. */
  readonly initial_state: string;
}

export interface Ran extends Seeded {
  readonly exit: Exit;
  /** What the wire saw of the agent's model; absent for agents that have none. */
  readonly wire?: WireVerdict;
}

export interface Captured extends Ran {
  readonly files_changed: number;
  readonly counts: TraceCounts;
  /** The ids that the agent gave its sessions, where its stream tells them. */
  readonly session_ids: readonly string[];
  /** The final answer as the agent gave it; null where it gave none. */
  readonly answer: string | null;
  readonly signals: readonly Signal[];
  /** Whether the agent's own stream and the wire tell of the same tool calls. Decides nothing. */
  readonly witnesses: Witnesses;
}

export interface Valid extends Captured {
  readonly valid: true;
}

export interface Invalid extends Captured {
  readonly valid: false;
}

export interface Scored extends Valid {
  readonly score: Score;
  /** What was taken off the answer before it was scored. */
  readonly normalized: Normalization;
  /** Longest quote of the answer, Unicode code points; null where it could not be read. */
  readonly quote_characters: number | null;
}
