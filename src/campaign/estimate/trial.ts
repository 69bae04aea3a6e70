import { costOf, priceFor } from '../../gateway/control/spend.js';
import { filesBefore } from '../../protocol/battery/task.js';
import { providerOf } from '../models.js';
import type { Plan, PlannedRun } from '../plan.js';
import { DECLARED } from './defaults.js';
import { likeness, type Measured } from './measured.js';

/** What one trial is thought to use. Null: nothing can be said. */
export interface TrialEstimate {
  input_tokens: number | null;
  output_tokens: number | null;
  seconds: number;
  cost_usd: number | null;
  basis: { tokens: string; time: string; money: string };
}

/** One trial, from what was measured on like ones, else from declared figures. */
export function estimateTrial(plan: Plan, run: PlannedRun, measured: Measured): TrialEstimate {
  const like = likeness(measured, run);
  const tokens = like && (like.input_tokens !== null || run.configuration.model === undefined) ? { input: like.input_tokens, output: like.output_tokens, basis: like.basis } : declaredTokens(run);
  const time = like ? { seconds: like.seconds, basis: like.basis } : declaredSeconds(plan, run);
  const money = costOfTokens(plan, run, tokens);
  return {
    input_tokens: tokens.input === null ? null : Math.round(tokens.input),
    output_tokens: tokens.output === null ? null : Math.round(tokens.output),
    seconds: Math.min(time.seconds, plan.manifest.limits.agent_seconds * askedOf(run).sessions.length),
    cost_usd: money.cost,
    basis: { tokens: tokens.basis, time: time.basis, money: money.basis },
  };
}

interface Tokens {
  input: number | null;
  output: number | null;
  basis: string;
}

function declaredTokens(run: PlannedRun): Tokens {
  const { configuration, adapter, case: planned } = run;
  if (adapter.control) return { input: 0, output: 0, basis: 'a control agent asks no model' };
  if (configuration.model === undefined) return { input: null, output: null, basis: 'it has no model that is known here' };
  const { output_tokens, characters_per_token } = DECLARED;
  // The agent `model` asks once, and no CLI is between.
  const [requests, overhead_tokens] = adapter.outside === 'harness' ? [1, 0] : [DECLARED.requests, DECLARED.overhead_tokens];
  // In prompt mode the sources stand in the prompt.
  const sources = run.mode === 'prompt' ? [] : sourcesOf(planned);
  const characters = [askedOf(run).prompt, ...sources].reduce((sum, text) => sum + text.length, 0);
  const context = Math.ceil(characters / characters_per_token);
  const prompts = promptCount(run);
  const basis = `declared: ${String(requests)} requests a prompt, each of ${overhead_tokens === 0 ? '' : `${String(overhead_tokens)} tokens of the CLI's own and `}${String(context)} of prompt and sources (${String(characters)} characters); ${String(output_tokens)} written`;
  return { input: prompts * requests * (overhead_tokens + context), output: prompts * output_tokens, basis };
}

const sourcesOf = ({ about }: PlannedRun['case']): string[] =>
  about.kind === 'scenario' ? Object.values(about.selected.sources) : [...filesBefore(about.task.sessions, about.task.sessions.length).values()];

function declaredSeconds(plan: Plan, run: PlannedRun): { seconds: number; basis: string } {
  const { control, program, scripted, model } = DECLARED.seconds;
  const mode = providerOf(plan, run)?.mode;
  const [each, what] = run.adapter.control ? [control, 'a control agent'] : mode === undefined ? [program, 'a program'] : mode === 'scripted' || mode === 'replay' ? [scripted, 'an agent whose model is a script or a recording'] : [model, 'an agent with a model'];
  return { seconds: each * promptCount(run), basis: `declared: ${String(each)} s a prompt of ${what}` };
}

function costOfTokens(plan: Plan, run: PlannedRun, { input, output }: Tokens): { cost: number | null; basis: string } {
  const { model } = run.configuration;
  if (model === undefined) return { cost: run.adapter.control ? 0 : null, basis: 'no model' };
  const price = priceFor(providerOf(plan, run)?.prices ?? {}, model.label);
  if (!price) return { cost: null, basis: `\`providers.${model.provider}.prices\` has none for ${model.label}` };
  const cost = costOf({ input, output, cached: null, cache_write: null, reasoning: null }, price);
  return { cost, basis: `${String(price.input)} and ${String(price.output)} USD for a million tokens in and out, nothing from a cache` };
}

const askedOf = ({ case: { asked }, mode }: PlannedRun): PlannedRun['case']['asked'][typeof mode] => asked[mode];
const promptCount = (run: PlannedRun): number => askedOf(run).sessions.reduce((sum, { turns }) => sum + turns.length, 0);
