import { z } from 'zod';

const ms = z.number().nonnegative().max(3_600_000);
const times = z.int().positive().optional();

/** One turn: what the model does in one reply. Exactly one of the acts; `think` and `slow` go with any. */
const act = {
  run: z.string().min(1).optional().describe('A shell command.'),
  read: z.string().min(1).optional().describe('A file, relative to the workspace.'),
  write: z.strictObject({ path: z.string().min(1), content: z.string() }).optional(),
  call: z.strictObject({ server: z.string().min(1).optional(), tool: z.string().min(1), arguments: z.record(z.string(), z.unknown()).default({}) }).optional().describe('A tool of an MCP server, also where the agent offers it only after a search; without `server`, one of the agent\'s own by its name.'),
};

const single = z.strictObject(act).refine((value) => Object.keys(value).length === 1, 'needs exactly one of run, read, write, call');

const ACTS = ['run', 'read', 'write', 'call', 'together', 'answer', 'recall', 'fail', 'hang', 'cut_stream', 'invalid_json', 'html', 'sse_error'] as const;

const answer = z.union([z.string(), z.record(z.string(), z.unknown()), z.array(z.unknown())]);

export const turn = z
  .strictObject({
    ...act,
    together: z.array(single).min(2).optional().describe('Several tool calls in one reply.'),
    answer: answer.optional().describe('The final answer: text, or a value that becomes JSON.'),
    recall: z.strictObject({ text: z.string().min(1), seen: answer, unseen: answer }).optional().describe('The final answer, by whether a text is in what the model is asked: in the system prompt, a note of the CLI or a result.'),
    think: z.string().optional().describe('Reasoning beside the act.'),
    slow: ms.optional().describe('Ms before the reply and between its events.'),
    fail: z
      .strictObject({ status: z.int().min(300).max(599), retry_after: z.number().nonnegative().optional(), code: z.string().optional(), times })
      .optional()
      .describe('An error instead of a reply. Without `times` it stays for good.'),
    hang: z.union([z.literal(true), z.strictObject({ times })]).optional(),
    cut_stream: z.union([z.literal(true), z.strictObject({ times })]).optional(),
    invalid_json: z.union([z.literal(true), z.strictObject({ times })]).optional(),
    html: z.union([z.literal(true), z.strictObject({ times })]).optional(),
    sse_error: z.union([z.string().min(1), z.strictObject({ code: z.string().min(1), times })]).optional().describe('An error event in a stream that began well, by its code.'),
  })
  .refine((value) => ACTS.filter((name) => value[name] !== undefined).length === 1, `needs exactly one of ${ACTS.join(', ')}`);

const turns = z.array(turn).min(1);

/** A scripted model: one list of turns for every conversation, or one for each session of an attempt (the last one serves the rest). */
export const scriptSchema = z
  .strictObject({
    model: z.string().min(1).optional().describe('The model that its replies name; by default the one that was asked for.'),
    summary: z.string().min(1).optional().describe('What it writes where a CLI compacts its conversation; by default a few words.'),
    turns: turns.optional(),
    sessions: z.array(z.strictObject({ turns })).min(1).optional(),
  })
  .refine((script) => (script.turns === undefined) !== (script.sessions === undefined), 'needs either `turns` or `sessions`');

export type Script = z.infer<typeof scriptSchema>;
export type ScriptTurn = z.infer<typeof turn>;
