import type { Signal } from '../agents/adapter.js';
import type { Inventory } from '../common/inventory.js';
import type { Exit, Sandbox } from '../sandbox/sandbox.js';
import type { Normalization, TrialScore } from '../scoring/index.js';
import type { RecordedChange } from '../trace/capture-plan.js';
import type { TraceCounts } from '../trace/counts.js';
import type { PlannedSession, PlannedTrial } from './planned.js';
import type { Witnesses } from './reconcile/witness.js';
import type { SessionSeed } from './reset/session-seed.js';
import type { KeptService } from './services/services.js';
import type { WireVerdict } from './wire-verdict.js';

/**
 * An attempt's states are types: a step takes what the step before it gives, so that nothing can be scored
 * that was not judged valid, and nothing judged that was not captured. `Seeded`, `Ran` and `Kept` are reached once
 * for each session, all others once.
 */
export interface Planned {
  readonly trial: PlannedTrial;
  readonly attempt: number;
}

export interface Seeded extends Planned {
  /** From 1. */
  readonly session: number;
  readonly plan: PlannedSession;
  readonly sandbox: Sandbox;
  /** What it was seeded with. */
  readonly seed: SessionSeed;
  readonly initial: Inventory;
  /** Digest of home and workspace before the session's first prompt. */
  readonly initial_state: string;
}

export interface Ran extends Seeded {
  /** Turns that were begun; fewer than planned where one of them failed. */
  readonly turns: number;
  /** Of the last turn that was begun. */
  readonly exit: Exit;
  /** Failure signs of the turns before that one. */
  readonly signals: readonly Signal[];
}

/** A session whose traces are kept, after the last of its processes has ended. */
export interface Kept extends Ran {
  /** Undefined where its sandbox was removed by somebody else, and its files with it. */
  readonly after: Inventory | undefined;
  /** By folder of changes/. */
  readonly changes: Readonly<Record<string, readonly RecordedChange[]>>;
  /** Null where they could not be seen. */
  readonly files_changed: number | null;
  /** Files of class `memory` that are new or changed, sorted. */
  readonly memory_written: readonly string[];
  /** What its services kept; absent where it has none. */
  readonly services?: readonly KeptService[];
  /** What it left that its agent's table does not know, sorted. */
  readonly undeclared: readonly string[];
  /** Of its last turn, as the agent gave it; null where it gave none. */
  readonly answer: string | null;
}

export interface Captured extends Planned {
  /** Those that were begun, at least one; none after one that the agent is not to blame for. */
  readonly sessions: readonly Kept[];
  /** What the wire saw of the agent's model; absent for agents that have none. */
  readonly wire?: WireVerdict;
  readonly counts: TraceCounts;
  /** The ids that the agent gave its conversations, where its stream tells them. */
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
  readonly score: TrialScore;
  /** What was taken off the answer before it was scored. */
  readonly normalized: Normalization;
  /** Longest quote of the answer, Unicode code points; null where it could not be read. */
  readonly quote_characters: number | null;
}

/** What of the last session that was begun is the attempt's own: how it ended. */
export const lastOf = ({ sessions }: Pick<Captured, 'sessions'>): Kept => {
  const last = sessions.at(-1);
  if (!last) throw new TypeError('an attempt without a session');
  return last;
};
