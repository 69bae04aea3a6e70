import type { PlannedSession } from '../planned.js';
import type { LeftEntry } from './carry.js';
import type { Difference } from './differences.js';
import type { Proof } from './proof.js';
import type { SessionSeed } from './session-seed.js';

/** Longest list of what was not carried; what was carried is always told in full. */
const LONGEST = 1000;

/** A file of the session before, as reset.json names it. */
export interface ResetEntry {
  path: string;
  class?: string;
  type: string;
  size: number;
  sha256?: string;
  /** Of what was carried: credentials in it are masked, and the digest is that of what the session was given. */
  masked?: true;
}

/** reset.json: what a session was given of the one before, and the proof that it was given that and nothing else. */
export interface ResetRecord {
  session: number;
  /** Of the first session everything is as seeded. */
  resets: PlannedSession['resets'];
  conversation: 'new' | 'resumed' | 'compacted';
  /** Everything that the session before left and this one was given, in full. */
  carried: ResetEntry[];
  /** What the session before left and this one was not given: the first thousand, and how many there were. */
  cleared: ResetEntry[];
  cleared_count: number;
  /** What the agent's table does not know: never carried. */
  undeclared: ResetEntry[];
  undeclared_count: number;
  /** From what the state can be made again, by digest in material/: two tars without some of their paths, and over them what was carried. */
  seed: SessionSeed;
  initial_state: string;
  looked_at: Proof['looked_at'];
  /** Empty, or the session was not begun. */
  differences: Difference[];
  /** Where canaries of earlier attempts were found in what the session was given; empty, or it was not begun. */
  canaries: { path: string; origin: string }[];
}

export const resetEntry = ({ path, class: name, type, size, sha256, masked }: LeftEntry): ResetEntry => ({
  path, ...(name !== undefined && { class: name }), type, size, ...(sha256 !== undefined && { sha256 }), ...(masked && { masked }),
});

export const someEntries = (entries: readonly LeftEntry[]): ResetEntry[] => entries.slice(0, LONGEST).map(resetEntry);
