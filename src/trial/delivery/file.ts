import { z } from 'zod';

const count = z.int().nonnegative();

/** By which way a text reached the model. `context`: beside the prompt, put there by the CLI. */
export const WAYS = ['system', 'context', 'prompt', 'tool-result'] as const;

/** The first request that held a statement. */
const first = z.strictObject({
  session: z.int().positive(),
  /** Of wire.jsonl. */
  exchange: z.int().positive(),
  time: z.iso.datetime(),
  way: z.enum(WAYS),
  /** Of a tool result: the call that it answers. */
  call: z.strictObject({ id: z.string(), name: z.string(), target: z.string() }).optional(),
});
export type First = z.infer<typeof first>;

/** One seeded source. Where there is no witness, what only one could know is null. */
const file = z.strictObject({
  path: z.string(),
  bytes: count,
  /** Of these, how many reached the model in the session that gave the answer. */
  delivered_bytes: count.nullable(),
  statements: count,
  delivered: count.nullable(),
  /** Whether a tool call named it: of the wire, else of the agent's own stream; null where neither shows calls. */
  named: z.boolean().nullable(),
  first: first.nullable(),
});

const statement = z.strictObject({
  source: z.string(),
  /** Bytes of the source. */
  from: count,
  to: count,
  text: z.string(),
  /** Null: it never reached the model. */
  first: first.nullable(),
  /** In whose requests it was. */
  sessions: z.array(z.int().positive()),
});

/** Where a memory failed: the first of these steps that was not taken; see docs/delivery.md. */
export const STAGES = ['undelivered', 'not-read', 'read-unused', 'superseded-used', 'invented', 'wrong-other', 'unknown'] as const;
export type Stage = (typeof STAGES)[number];

/** What the value of an answer is, whether or not it was delivered. */
export const USED = ['expected', 'superseded', 'distractor', 'nothing', 'other'] as const;

const told = z.strictObject({ value: z.string(), source: z.string(), quote: z.string(), first: first.nullable() });

const question = z.strictObject({
  question: z.string(),
  correct: z.boolean(),
  answer: z.strictObject({ value: z.string(), source: z.string().nullable() }),
  used: z.enum(USED),
  /** Null where nothing in the sources answers it: then to know nothing is right. */
  expected: told.nullable(),
  superseded: z.array(told),
  distractors: z.array(told),
  /** Null where the answer was right. */
  stage: z.enum(STAGES).nullable(),
});
export type QuestionDelivery = z.infer<typeof question>;

/** delivery.json of an attempt: which seeded statement reached its model, and where its memory failed. Decides on no score. */
export const deliverySchema = z.strictObject({
  /** `present`: the wire was seen. `absent`: the agent's model was asked elsewhere. `none`: the agent has no model. `unreadable`: see `why`. */
  witness: z.enum(['present', 'absent', 'none', 'unreadable']),
  why: z.string().optional(),
  /** The session that gave the answer. */
  session: z.int().positive(),
  /** Digest of the file with superseded values and look-alikes that the stages were told by; null: there was none. */
  alternatives: z.string().nullable(),
  files: z.array(file),
  /** Empty where nothing was scored, or the answer could not be read. */
  questions: z.array(question),
  statements: z.array(statement),
});
export type Delivery = z.infer<typeof deliverySchema>;
