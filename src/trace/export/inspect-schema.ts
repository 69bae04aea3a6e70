import { z } from 'zod';

/** The version of Inspect's eval log format that is written. */
export const INSPECT_VERSION = 2;

const count = z.int().nonnegative();
const seconds = z.number().nonnegative();
const time = z.iso.datetime({ offset: true });
const json = z.record(z.string(), z.unknown());

const usage = z.strictObject({
  input_tokens: count,
  output_tokens: count,
  total_tokens: count,
  input_tokens_cache_read: count.optional(),
});

const toolCall = z.strictObject({ id: z.string(), function: z.string(), arguments: json, type: z.literal('function') });
const said = { id: z.string(), content: z.string(), metadata: json.optional() };

const message = z.discriminatedUnion('role', [
  z.strictObject({ ...said, role: z.literal('system') }),
  z.strictObject({ ...said, role: z.literal('user'), source: z.literal('input') }),
  z.strictObject({ ...said, role: z.literal('assistant'), source: z.literal('generate'), model: z.string().optional(), tool_calls: z.array(toolCall).min(1).optional() }),
  z.strictObject({
    ...said, role: z.literal('tool'), function: z.string().optional(), tool_call_id: z.string().optional(),
    error: z.strictObject({ type: z.literal('unknown'), message: z.string() }).optional(),
  }),
]);

const error = z.strictObject({ message: z.string(), traceback: z.string(), traceback_ansi: z.string() });

const score = z.strictObject({ value: z.number(), answer: z.string().optional(), explanation: z.string().optional(), metadata: json.optional() });

const sample = z.strictObject({
  id: z.string(),
  /** The run. */
  epoch: z.int().positive(),
  input: z.string(),
  target: z.string(),
  messages: z.array(message),
  output: z.strictObject({ model: z.string(), choices: z.array(z.strictObject({ message, stop_reason: z.enum(['stop', 'unknown']) })), completion: z.string(), usage: usage.optional(), error: z.string().optional() }),
  scores: z.record(z.string(), score).optional(),
  metadata: json,
  model_usage: z.record(z.string(), usage),
  started_at: time.optional(),
  completed_at: time.optional(),
  total_time: seconds.optional(),
  uuid: z.string(),
  error: error.optional(),
  /** Attempts that did not count, before the one that does. */
  error_retries: z.array(error).optional(),
  limit: z.strictObject({ type: z.literal('time'), limit: seconds }).optional(),
});

const metric = z.strictObject({ name: z.string(), value: z.number(), params: json });

/** A whole eval log, every object strict, its keys in the order in which Inspect writes and reads them. */
export const inspectLog = z
  .strictObject({
    version: z.literal(INSPECT_VERSION),
    status: z.enum(['started', 'success', 'error']),
    eval: z.strictObject({
      eval_id: z.string(), run_id: z.string(), created: time, task: z.string(), task_id: z.string(), task_version: z.int(), task_args: json,
      dataset: z.strictObject({ name: z.string(), samples: count, sample_ids: z.array(z.string()), shuffled: z.boolean() }),
      sandbox: z.strictObject({ type: z.string() }).optional(),
      model: z.string(), model_args: json, config: z.strictObject({ epochs: z.int().positive(), fail_on_error: z.boolean() }),
      packages: z.record(z.string(), z.string()), metadata: json,
    }),
    plan: z.strictObject({ name: z.string(), steps: z.array(z.strictObject({ solver: z.string(), params: json })), config: json }),
    results: z.strictObject({
      total_samples: count, completed_samples: count,
      scores: z.array(z.strictObject({ name: z.string(), scorer: z.string(), scored_samples: count, unscored_samples: count, params: json, metrics: z.record(z.string(), metric) })),
    }),
    stats: z.strictObject({ started_at: z.union([time, z.literal('')]), completed_at: z.union([time, z.literal('')]), model_usage: z.record(z.string(), usage) }),
    error: error.optional(),
    samples: z.array(sample),
  })
  .superRefine(({ samples, eval: { config } }, context) => {
    const refuse = (at: number, key: string, text: string): void => { context.addIssue({ code: 'custom', path: ['samples', at, key], message: text }); };
    const seen = new Set<string>();
    samples.forEach((one, at) => {
      if (seen.has(`${one.id} ${String(one.epoch)}`)) refuse(at, 'epoch', 'is there twice');
      seen.add(`${one.id} ${String(one.epoch)}`);
      if (one.epoch > config.epochs) refuse(at, 'epoch', 'is none of the epochs');
      if (one.error && one.scores) refuse(at, 'scores', 'are of a sample that failed');
      const calls = new Set(one.messages.flatMap((each) => (each.role === 'assistant' ? (each.tool_calls ?? []) : [])).map(({ id }) => id));
      for (const each of one.messages) if (each.role === 'tool' && each.tool_call_id !== undefined && !calls.has(each.tool_call_id)) refuse(at, 'messages', `answer ${each.tool_call_id}, which is no call`);
    });
  });

export type InspectLog = z.infer<typeof inspectLog>;
export type InspectSample = InspectLog['samples'][number];
export type InspectMessage = InspectSample['messages'][number];
export type InspectUsage = z.infer<typeof usage>;
