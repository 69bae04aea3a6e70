import { HarnessError } from '../../common/errors.js';
import type { AtifTrajectory } from './atif-schema.js';
import { messagesOf } from './inspect-messages.js';
import { inspectLog, INSPECT_VERSION, type InspectLog, type InspectSample, type InspectUsage } from './inspect-schema.js';

/** One trial as a log tells it: the attempt that counts, else the last one. */
export interface InspectTrial {
  /** `<campaign>/<trial>/attempt-<n>`. */
  uuid: string;
  run: number;
  trajectories: readonly AtifTrajectory[];
  prompt: string;
  answer: string;
  model: string;
  tokens: { input: number | null; output: number | null };
  started_at: string | undefined;
  completed_at: string | undefined;
  seconds: number | undefined;
  score: { value: number; explanation: string; metadata: Record<string, unknown> } | undefined;
  /** Why it does not count. */
  failure: string | undefined;
  /** Why the attempts before it did not. */
  before: readonly string[];
  /** Seconds that its agent had, where it used them up. */
  timed_out: number | undefined;
  metadata: Record<string, unknown>;
}

/** One configuration on one task in one profile. */
export interface InspectGroup {
  id: string;
  campaign: string;
  created: string;
  configuration: string;
  agent: string;
  task: string;
  profile: string;
  scorer: string;
  model: string;
  sandbox: string | undefined;
  version: string;
  /** Runs that were planned. */
  runs: number;
  target: string;
  trials: readonly InspectTrial[];
  /** What is to be said of the log as a whole. */
  metadata: Readonly<Record<string, string>>;
}

/**
 * A configuration's trials of one task and profile as an eval log of Inspect: runs are epochs of one sample.
 * @throws HarnessError CLEANSLATE_INSPECT where what was made is not valid: then this program is at fault
 */
export function inspectOf(group: InspectGroup): InspectLog {
  const samples = group.trials.map((trial) => sampleOf(trial, group));
  const ended = samples.filter(({ error }) => error === undefined);
  const times = (key: 'started_at' | 'completed_at'): string[] => samples.flatMap((sample) => sample[key] ?? []).sort();
  const failed = samples.length === group.runs && ended.length === 0 ? samples[0]?.error : undefined;
  return check({
    version: INSPECT_VERSION,
    status: failed ? 'error' : samples.length < group.runs ? 'started' : 'success',
    eval: {
      eval_id: group.id, run_id: group.campaign, created: group.created, task: `${group.task}.${group.profile}`, task_id: `${group.task}.${group.profile}`, task_version: 0,
      task_args: { task: group.task, profile: group.profile },
      dataset: { name: group.task, samples: 1, sample_ids: [sampleId(group)], shuffled: false },
      ...(group.sandbox !== undefined && { sandbox: { type: group.sandbox } }),
      model: group.model, model_args: {}, config: { epochs: group.runs, fail_on_error: false },
      packages: { cleanslate: group.version }, metadata: { configuration: group.configuration, agent: group.agent, ...group.metadata },
    },
    plan: { name: group.agent, steps: [{ solver: group.agent, params: {} }], config: {} },
    results: { total_samples: group.runs, completed_samples: ended.length, scores: scoresOf(samples, group) },
    stats: { started_at: times('started_at')[0] ?? '', completed_at: times('completed_at').at(-1) ?? '', model_usage: added(samples) },
    ...(failed && { error: failed }),
    samples,
  });
}

const sampleId = ({ task, profile }: InspectGroup): string => `${task}.${profile}`;

function sampleOf(trial: InspectTrial, group: InspectGroup): InspectSample {
  const { answer, model, score, failure, before, timed_out } = trial;
  const usage = usageOf(trial.tokens);
  const messages = messagesOf(trial.trajectories);
  return {
    id: sampleId(group),
    epoch: trial.run,
    input: trial.prompt,
    target: group.target,
    messages,
    output: {
      model,
      choices: answer === '' ? [] : [{ message: { role: 'assistant', id: 'answer', content: answer, source: 'generate', model }, stop_reason: 'stop' }],
      completion: answer,
      ...(usage && { usage }),
      ...(failure !== undefined && { error: failure }),
    },
    ...(score && { scores: { [group.scorer]: { value: score.value, answer, explanation: score.explanation, metadata: score.metadata } } }),
    metadata: trial.metadata,
    model_usage: usage ? { [model]: usage } : {},
    ...(trial.started_at !== undefined && { started_at: trial.started_at }),
    ...(trial.completed_at !== undefined && { completed_at: trial.completed_at }),
    ...(trial.seconds !== undefined && { total_time: trial.seconds }),
    uuid: trial.uuid,
    ...(failure !== undefined && { error: errorOf(failure) }),
    ...(before.length > 0 && { error_retries: before.map(errorOf) }),
    ...(timed_out !== undefined && { limit: { type: 'time', limit: timed_out } }),
  };
}

/** No program of ours crashed, so there is no traceback: the message says who failed and how. */
const errorOf = (message: string): NonNullable<InspectSample['error']> => ({ message, traceback: message, traceback_ansi: message });

function usageOf({ input, output }: InspectTrial['tokens']): InspectUsage | undefined {
  if (input === null && output === null) return undefined;
  return { input_tokens: input ?? 0, output_tokens: output ?? 0, total_tokens: (input ?? 0) + (output ?? 0) };
}

function added(samples: readonly InspectSample[]): Record<string, InspectUsage> {
  const sum: Record<string, InspectUsage> = {};
  for (const { model_usage } of samples) {
    for (const [model, usage] of Object.entries(model_usage)) {
      const before = sum[model] ?? { input_tokens: 0, output_tokens: 0, total_tokens: 0 };
      sum[model] = { input_tokens: before.input_tokens + usage.input_tokens, output_tokens: before.output_tokens + usage.output_tokens, total_tokens: before.total_tokens + usage.total_tokens };
    }
  }
  return sum;
}

function scoresOf(samples: readonly InspectSample[], { scorer, runs }: InspectGroup): InspectLog['results']['scores'] {
  const values = samples.flatMap(({ scores }) => scores?.[scorer]?.value ?? []);
  if (values.length === 0) return [];
  const mean = values.reduce((total, value) => total + value, 0) / values.length;
  return [{ name: scorer, scorer, scored_samples: values.length, unscored_samples: runs - values.length, params: {}, metrics: { mean: { name: 'mean', value: mean, params: {} } } }];
}

function check(log: InspectLog): InspectLog {
  const checked = inspectLog.safeParse(log);
  if (checked.success) return log;
  const issue = checked.error.issues[0];
  throw new HarnessError('CLEANSLATE_INSPECT', `is not a valid eval log: ${(issue?.path ?? []).join('.')} ${issue?.message ?? ''}`, { where: log.eval.eval_id });
}
