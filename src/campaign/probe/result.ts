import { z } from 'zod';
import type { AgentAdapter } from '../../agents/adapter.js';
import { REACHES } from '../../agents/adapter.js';
import { digestOf } from '../../common/json.js';
import { STATE_CLASSES } from '../../common/state-classes.js';

const seen = { path: z.string(), class: z.enum(STATE_CLASSES).nullable() };

/** What `probe --json` prints, and what a campaign keeps of an agent that was probed. */
export const probeResult = z.strictObject({
  agent: z.string(),
  version: z.string(),
  /** `sha256:…` of the image that its program is in. */
  image: z.string().nullable(),
  /** Digest of the state table that it was held against. */
  table: z.string(),
  /** Runs among marked files. */
  looks: z.int().positive(),
  agrees: z.boolean(),
  differences: z.array(z.strictObject({ kind: z.enum(['unknown-read', 'unknown-write', 'other-class', 'other-reach']), at: z.string(), message: z.string() })),
  /** Each marked file, absolute as inside, what the table says it is, and how it reached the model. */
  marks: z.array(z.strictObject({ ...seen, reached: z.enum([...REACHES, 'never']) })),
  /** What the agent itself wrote in home, workspace and above it. */
  written: z.array(z.strictObject(seen)),
});
export type ProbeResult = z.infer<typeof probeResult>;

/** Something in which a table and what was seen do not agree. `at`: the path, or the entry's pattern where the difference is that of an entry. */
export type ProbeDifference = ProbeResult['differences'][number];
/** A path with what the table says it is; null where it says nothing. */
export type SeenPath = ProbeResult['written'][number];
export type SeenMark = ProbeResult['marks'][number];

/** Digest of a state table, notes left out: they change nothing. */
export const tableDigest = ({ state }: Pick<AgentAdapter, 'state'>): string => digestOf(state.map(({ note: _note, ...entry }) => entry));
