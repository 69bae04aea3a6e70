import { z } from 'zod';

const ms = z.number().nonnegative().max(3_600_000);
const times = z.int().positive().optional();

/** One turn: what the model does in one reply. Exactly one of the acts; `think` and `slow` go with any. */
const act = {
  /** A shell command. */
  run: z.string().min(1).optional(),
  /** A file, relative to the workspace. */
  read: z.string().min(1).optional(),
  write: z.strictObject({ path: z.string().min(1), content: z.string() }).optional(),
  /** A tool of an MCP server, also where the agent offers it only after a search; without `server`, one of the agent's own by its name. */
  call: z.strictObject({ server: z.string().min(1).optional(), tool: z.string().min(1), arguments: z.record(z.string(), z.unknown()).default({}) }).optional(),
};

const single = z.strictObject(act).refine((value) => Object.keys(value).length === 1, 'needs exactly one of run, read, write, call');

const ACTS = ['run', 'read', 'write', 'call', 'together', 'answer', 'recall', 'fail', 'hang', 'cut_stream', 'invalid_json', 'html', 'sse_error'] as const;

const answer = z.union([z.string(), z.record(z.string(), z.unknown()), z.array(z.unknown())]);

export const turn = z
  .strictObject({
    ...act,
    /** Several tool calls in one reply. */
    together: z.array(single).min(2).optional(),
    /** The final answer: text, or a value that becomes JSON. */
    answer: answer.optional(),
    /** The final answer, by whether a text is in what the model is asked: in the system prompt, a note of the CLI or a result. */
    recall: z.strictObject({ text: z.string().min(1), seen: answer, unseen: answer }).optional(),
    /** Reasoning beside the act. */
    think: z.string().optional(),
    /** Ms before the reply and between its events. */
    slow: ms.optional(),
    /** An error instead of a reply. Without `times` it stays for good. */
    fail: z
      .strictObject({ status: z.int().min(300).max(599), retry_after: z.number().nonnegative().optional(), code: z.string().optional(), times })
      .optional(),
    hang: z.union([z.literal(true), z.strictObject({ times })]).optional(),
    cut_stream: z.union([z.literal(true), z.strictObject({ times })]).optional(),
    invalid_json: z.union([z.literal(true), z.strictObject({ times })]).optional(),
    html: z.union([z.literal(true), z.strictObject({ times })]).optional(),
    /** An error event in a stream that began well, by its code. */
    sse_error: z.union([z.string().min(1), z.strictObject({ code: z.string().min(1), times })]).optional(),
  })
  .refine((value) => ACTS.filter((name) => value[name] !== undefined).length === 1, `needs exactly one of ${ACTS.join(', ')}`);

const turns = z.array(turn).min(1);

/** A scripted model: one list of turns for every conversation, or one for each session of an attempt (the last one serves the rest). */
export const scriptSchema = z
  .strictObject({
    /** The model that its replies name; by default the one that was asked for. */
    model: z.string().min(1).optional(),
    turns: turns.optional(),
    sessions: z.array(z.strictObject({ turns })).min(1).optional(),
  })
  .refine((script) => (script.turns === undefined) !== (script.sessions === undefined), 'needs either `turns` or `sessions`');

export type Script = z.infer<typeof scriptSchema>;
export type ScriptTurn = z.infer<typeof turn>;
