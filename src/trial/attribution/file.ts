import { z } from 'zod';
import { STATE_CLASSES } from '../../agents/adapter.js';

export const ATTRIBUTION_FILE = 'attribution.json';

/** Why a change is taken for that of a call: a path among its arguments, its shell command, or that it came while the call was the only one under way. */
export const HOW = ['argument', 'command', 'window'] as const;

const change = z.strictObject({
  session: z.int().positive(),
  path: z.string(),
  kind: z.string(),
  /** What the path is to the agent; null: its table does not know it. */
  class: z.enum(STATE_CLASSES).nullable(),
  /** `seq` of the call in trace.jsonl. Null: no call is known to have made it, as what a CLI writes by itself. */
  call: z.strictObject({ seq: z.int().positive(), name: z.string(), how: z.enum(HOW) }).nullable(),
});
export type AttributedChange = z.infer<typeof change>;

/** attribution.json of an attempt: every change of a file, and the tool call that made it. */
export const attributionSchema = z.strictObject({
  /** Whether the agent's output shows its calls; where it does not, nothing can be attributed. */
  calls_seen: z.boolean(),
  unattributed: z.int().nonnegative(),
  changes: z.array(change),
});
export type Attribution = z.infer<typeof attributionSchema>;
