import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { STATE_CLASSES } from '../common/state-classes.js';
import { signal } from '../evidence/entries.js';
import { attemptDir } from '../evidence/layout.js';
import { witnesses } from './reconcile/witness.js';
import type { Kept } from './states.js';
import { ADAPTATION_IDS } from './by-hand/adaptations.js';
import { ENDED } from './validity.js';

const count = z.int().nonnegative();
const isolation = z.enum(['container', 'bubblewrap', 'none']);

/** What attempt.json says of each session that was begun, where a trial has several. */
const session = z.strictObject({
  session: z.int().positive(),
  initial_state: z.string(),
  /** Turns that were begun. */
  turns: z.int().positive(),
  /** How the last of them ended. */
  exit: z.strictObject({ reason: z.string(), code: z.int().nullable(), signal: z.string().nullable(), duration_ms: z.number() }),
  /** Null where its sandbox was removed by somebody else. */
  files_changed: count.nullable(),
  /** Files of its memory that were new or changed in the end. */
  memory_written: z.array(z.string()),
});

/** attempt.json: why the attempt ended, whether it counts, and under what it ran. Written last, for every attempt that ended. */
export const attemptRecordSchema = z.strictObject({
  campaign: z.string(),
  trial: z.string(),
  attempt: z.int().positive(),
  configuration: z.string(),
  agent: z.string(),
  agent_version: z.string(),
  /** How it was asked. In `prompt` no tools are wanted: `tool_calls` says how many there were all the same. */
  mode: z.enum(['workspace', 'prompt']),
  /** Null for a task of a battery. */
  scenario: z.string().nullable(),
  task: z.string(),
  category: z.string().nullable(),
  profile: z.string(),
  run: z.int().positive(),
  model_id: z.string(),
  provider: z.string(),
  /** What answered, as the wire saw it; null where there is no wire witness. */
  observed_model: z.string().nullable(),
  /** Whether what the agent asked its model was seen; null for agents that have none. */
  wire_witness: z.enum(['present', 'absent']).nullable(),
  /** A real credential was in its sandbox, as the manifest declares. */
  credential_inside: z.boolean().default(false),
  source_commit: z.string().nullable(),
  prompt_sha256: z.string(),
  started_at: z.iso.datetime(),
  ended_at: z.iso.datetime(),
  /** Milliseconds: the whole attempt, and its phases. */
  duration_ms: z.number().nonnegative(),
  timings: z.record(z.string(), z.number().nonnegative()),
  ended: z.enum(ENDED),
  valid: z.boolean(),
  signals: z.array(signal),
  exit: z.strictObject({ reason: z.string(), code: z.int().nullable(), signal: z.string().nullable(), duration_ms: z.number() }).nullable(),
  sandbox: z.strictObject({ kind: z.string(), isolation, image: z.string().nullable(), image_digest: z.string().nullable() }),
  /** Null where the attempt ended before its state was seen. */
  initial_state: z.string().nullable(),
  /** What it left that its agent's table does not know: never carried. The first hundred paths. */
  undeclared: z.array(z.string()).default([]),
  /** What was left in its sandboxes, in state that nothing later may see. */
  canaries: z.array(z.strictObject({ session: z.int().positive(), class: z.enum(STATE_CLASSES), path: z.string(), nonce: z.string() })).default([]),
  session_ids: z.array(z.string()),
  /** Null where nobody saw any. */
  tool_calls: count.nullable(),
  unparsed: count,
  /** What the agent's own stream and the wire say of each other; null where the attempt ended before they could be asked. */
  witnesses: witnesses.nullable().default(null),
  /** Null where nobody saw files before and after. */
  files_changed: count.nullable(),
  /** Of each session whose files were looked at: that none of its processes was left by then, and by what that was seen. Where one was, there is a fault instead. */
  processes: z.array(z.strictObject({ session: z.int().positive(), left: z.literal(0), seen_by: z.string() })).optional(),
  /** Of trials with several sessions only. */
  sessions: z.array(session).optional(),
  /** What of the campaign's caps it used; null for agents that have no model. */
  spent: z.strictObject({ tokens: count, cost_usd: z.number().nonnegative() }).nullable(),
  input_tokens: count.nullable(),
  output_tokens: count.nullable(),
  normalized: z.enum(['none', 'fence', 'embedded']).nullable(),
  quote_characters: count.nullable(),
  /** Of a product that a person drives: as told, null where it was not; and what cannot be asked of it. */
  latency_seconds: z.number().nonnegative().nullable().optional(),
  adaptations: z.array(z.enum(ADAPTATION_IDS)).optional(),
});

/** What attempt.json says of a session. */
export const sessionRecord = (kept: Kept): z.infer<typeof session> => ({
  session: kept.session, initial_state: kept.initial_state, turns: kept.turns, exit: kept.exit, files_changed: kept.files_changed, memory_written: [...kept.memory_written],
});

export type AttemptRecord = z.infer<typeof attemptRecordSchema>;

/** attempt.json of a sealed attempt. */
export async function readAttemptRecord(campaignDir: string, trial: string, attempt: number): Promise<AttemptRecord> {
  const file = join(attemptDir(campaignDir, trial, attempt), 'attempt.json');
  return attemptRecordSchema.parse(JSON.parse(await readFile(file, 'utf8')));
}
