import { z } from 'zod';

const count = z.int().nonnegative();

/** What the two witnesses of an attempt's tool calls say of each other, as attempt.json has it. */
export const witnesses = z.strictObject({
  /** `one-sided`: only one of them saw calls at all (a tunnel, an agent whose output shows none). `none`: neither could, or their records cannot be read. */
  status: z.enum(['agree', 'differ', 'one-sided', 'none']),
  /** Calls that both have, alike in name and target. */
  matched: count,
  only_stream: count,
  only_wire: count,
  /** Calls that both have, and not alike: another target, another order, another result. */
  different: count,
  /** Of those matched, how many results could be compared. */
  results_compared: count,
});
export type Witnesses = z.infer<typeof witnesses>;

/** A call as one side has it; arguments and results are excerpts of their JSON. */
const side = z.strictObject({
  /** `exchange-<n>` of wire.jsonl, or `seq-<n>` of trace.jsonl. */
  at: z.string(),
  name: z.string(),
  arguments: z.string(),
  result: z.string().optional(),
});

export const disagreement = z.strictObject({
  what: z.enum(['only-stream', 'only-wire', 'target', 'order', 'result']),
  session: z.int().positive(),
  wire: side.nullable(),
  stream: side.nullable(),
});
export type Disagreement = z.infer<typeof disagreement>;

/** witness.json of an attempt. */
export const witnessFile = witnesses.extend({
  /** The first few disagreements, with both sides. */
  disagreements: z.array(disagreement),
  /** Why nothing could be compared. */
  why: z.string().optional(),
});
export type WitnessFile = z.infer<typeof witnessFile>;
