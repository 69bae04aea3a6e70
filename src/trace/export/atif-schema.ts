import { z } from 'zod';

/** The version of the agent trajectory interchange format that is written. */
export const ATIF_VERSION = 'ATIF-v1.7';

const count = z.int().nonnegative();
const extra = z.record(z.string(), z.unknown());

const part = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string() }),
  z.strictObject({ type: z.literal('image'), source: z.strictObject({ media_type: z.string(), path: z.string() }) }),
]);
const content = z.union([z.string(), z.array(part)]);

const toolCall = z.strictObject({ tool_call_id: z.string(), function_name: z.string(), arguments: z.record(z.string(), z.unknown()), extra: extra.optional() });

const subagentRef = z.strictObject({ session_id: z.string().optional(), trajectory_id: z.string().optional(), trajectory_path: z.string().optional(), extra: extra.optional() });

const observationResult = z.strictObject({
  /** A tool_call_id of the same step; absent where no call asked for the result. */
  source_call_id: z.string().optional(),
  content: content.nullable().optional(),
  subagent_trajectory_ref: z.array(subagentRef).optional(),
  extra: extra.optional(),
});

const metrics = z.strictObject({
  /** All input tokens, cached ones included. */
  prompt_tokens: count.optional(),
  completion_tokens: count.optional(),
  cached_tokens: count.optional(),
  cost_usd: z.number().nonnegative().optional(),
  prompt_token_ids: z.array(z.int()).optional(),
  completion_token_ids: z.array(z.int()).optional(),
  logprobs: z.array(z.number()).optional(),
  extra: extra.optional(),
});

const step = z.strictObject({
  step_id: z.int().positive(),
  timestamp: z.iso.datetime({ offset: true }).optional(),
  source: z.enum(['system', 'user', 'agent']),
  model_name: z.string().optional(),
  reasoning_effort: z.union([z.string(), z.number()]).optional(),
  message: content,
  reasoning_content: z.string().optional(),
  tool_calls: z.array(toolCall).optional(),
  observation: z.strictObject({ results: z.array(observationResult) }).optional(),
  metrics: metrics.optional(),
  llm_call_count: count.optional(),
  is_copied_context: z.boolean().optional(),
  extra: extra.optional(),
});

/** Fields that say what a model did, and so belong to steps of the agent alone. */
const AGENT_ONLY = ['model_name', 'reasoning_effort', 'reasoning_content', 'tool_calls', 'metrics'] as const;

const agent = z.strictObject({
  name: z.string(),
  version: z.string(),
  model_name: z.string().optional(),
  tool_definitions: z.array(z.record(z.string(), z.unknown())).optional(),
  extra: extra.optional(),
});

const finalMetrics = z.strictObject({
  total_prompt_tokens: count.optional(),
  total_completion_tokens: count.optional(),
  total_cached_tokens: count.optional(),
  total_cost_usd: z.number().nonnegative().optional(),
  total_steps: count.optional(),
  extra: extra.optional(),
});

/** A whole trajectory: every object strict, steps numbered from 1, results only of calls of their own step. */
export const atifTrajectory = z
  .strictObject({
    schema_version: z.literal(ATIF_VERSION),
    session_id: z.string().optional(),
    trajectory_id: z.string().optional(),
    agent,
    steps: z.array(step).min(1),
    notes: z.string().optional(),
    final_metrics: finalMetrics.optional(),
    continued_trajectory_ref: z.string().optional(),
    extra: extra.optional(),
    get subagent_trajectories() {
      return z.array(atifTrajectory).optional();
    },
  })
  .superRefine(({ steps }, context) => {
    const refuse = (at: number, key: string, message: string): void => { context.addIssue({ code: 'custom', path: ['steps', at, key], message }); };
    steps.forEach((one, at) => {
      if (one.step_id !== at + 1) refuse(at, 'step_id', `must be ${String(at + 1)}`);
      for (const key of AGENT_ONLY) if (one.source !== 'agent' && one[key] !== undefined) refuse(at, key, 'is for steps of the agent');
      if (one.llm_call_count === 0 && (one.metrics !== undefined || one.reasoning_content !== undefined)) refuse(at, 'llm_call_count', 'is 0, so there can be neither metrics nor reasoning');
      const ids = (one.tool_calls ?? []).map(({ tool_call_id }) => tool_call_id);
      if (new Set(ids).size !== ids.length) refuse(at, 'tool_calls', 'has one tool_call_id twice');
      for (const { source_call_id: id } of one.observation?.results ?? []) if (id !== undefined && !ids.includes(id)) refuse(at, 'observation', `answers ${id}, which is no call of this step`);
    });
  });

export type AtifTrajectory = z.infer<typeof atifTrajectory>;
export type AtifStep = z.infer<typeof step>;
export type AtifToolCall = z.infer<typeof toolCall>;
export type AtifResult = z.infer<typeof observationResult>;
export type AtifMetrics = z.infer<typeof metrics>;
