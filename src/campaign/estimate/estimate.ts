import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readJournal } from '../../evidence/journal.js';
import { JOURNAL_FILE } from '../../evidence/layout.js';
import { providerOf } from '../models.js';
import type { Plan, PlannedRun } from '../plan.js';
import { isOver, readSlots } from '../slots.js';
import { spentSoFar } from '../spent.js';
import { DECLARED } from './defaults.js';
import { readMeasured } from './measured.js';
import { estimateTrial, type TrialEstimate } from './trial.js';

export interface Estimate {
  /** Ids of the trials that are left, in the order in which they start. */
  trials: string[];
  /** Trials that --out holds already. */
  done: number;
  concurrency: number;
  /** For each configuration, over its trials. */
  configurations: (Sum & { configuration: string; agent: string; model: string | null; trials: number; basis: TrialEstimate['basis'] })[];
  /** What configurations prove before their first trial. */
  preflight: Sum & { configurations: string[]; basis: string };
  /** Trials and preflight; `seconds` is how long it takes with so many trials at once. `unknown`: configurations of which a figure is missing in the sum. */
  total: Sum & { unknown: { tokens: string[]; cost_usd: string[] } };
  caps: { cap: 'tokens' | 'cost_usd'; limit: number; spent: number; estimated: number; reached: boolean; after_trials: number | null }[];
  notes: string[];
}

interface Sum {
  input_tokens: number | null;
  output_tokens: number | null;
  seconds: number;
  cost_usd: number | null;
}

export interface EstimateOptions {
  chosen: ReadonlySet<string>;
  concurrency: number;
  /** Campaigns whose trials were measured. */
  like: readonly string[];
  /** The campaign's directory, where it may have begun. */
  dir: string | undefined;
  preflight: boolean;
}

/** What a campaign will use, as far as it can be said beforehand; every figure says what it rests on. */
export async function estimateCampaign(plan: Plan, { chosen, concurrency, like, dir, preflight }: EstimateOptions): Promise<Estimate> {
  const measured = await readMeasured(like);
  const before = await alreadyDone(dir);
  const runs = plan.runs.filter(({ id }) => chosen.has(id) && !before.over.has(id));
  const estimates = runs.map((run) => ({ run, one: estimateTrial(plan, run, measured) }));
  const configurations = plan.configurations.flatMap(({ configuration, adapter }) => {
    const own = estimates.filter(({ run }) => run.configuration.id === configuration.id).map(({ one }) => one);
    if (own.length === 0) return [];
    return [{ configuration: configuration.id, agent: adapter.id, model: configuration.model?.label ?? null, trials: own.length, ...sum(own), basis: basisOf(own) }];
  });
  const proving = preflight ? preflightOf(plan, runs, estimates) : { configurations: [], input_tokens: 0, output_tokens: 0, seconds: 0, cost_usd: 0, basis: 'left out' };
  const all = sum([...configurations, proving]);
  const total = { ...all, seconds: Math.ceil(all.seconds / Math.max(1, Math.min(concurrency, runs.length))), unknown: unknownIn(configurations) };
  const caps = capsOf(plan, before.spent, proving, estimates.map(({ one }) => one));
  return { trials: runs.map(({ id }) => id), done: before.done, concurrency, configurations, preflight: proving, total, caps, notes: notesOf(plan) };
}

async function alreadyDone(dir: string | undefined): Promise<{ over: ReadonlySet<string>; done: number; spent: { tokens: number; cost_usd: number } }> {
  if (dir === undefined || !existsSync(join(dir, JOURNAL_FILE))) return { over: new Set(), done: 0, spent: { tokens: 0, cost_usd: 0 } };
  const entries = await readJournal(dir);
  const over = new Set([...readSlots(entries)].filter(([, slot]) => isOver(slot)).map(([trial]) => trial));
  return { over, done: over.size, spent: await spentSoFar(dir, entries) };
}

/** One short session of each real agent with a provider that is asked itself; a script costs time only. */
function preflightOf(plan: Plan, runs: readonly PlannedRun[], estimates: readonly { run: PlannedRun; one: TrialEstimate }[]): Estimate['preflight'] {
  const ids = [...new Set(runs.filter(({ adapter }) => !adapter.control).map(({ configuration }) => configuration.id))];
  const each = ids.map((id) => {
    const found = estimates.find(({ run }) => run.configuration.id === id);
    const mode = found && providerOf(plan, found.run)?.mode;
    const asked = mode === 'live' || mode === 'passthrough';
    const input = mode === undefined ? 0 : DECLARED.preflight_requests * DECLARED.overhead_tokens;
    const ratio = asked && found?.one.input_tokens ? input / found.one.input_tokens : 0;
    const dear = found?.one.cost_usd ?? null;
    const cost = !asked ? 0 : dear === null ? null : dear * ratio;
    return { input_tokens: input, output_tokens: mode === undefined ? 0 : Math.round(DECLARED.output_tokens / 4), seconds: mode === undefined ? 1 : asked ? 30 : 8, cost_usd: cost };
  });
  const basis = `declared: ${String(DECLARED.preflight_requests)} requests for each configuration with a model`;
  return { configurations: ids, ...sum(each), basis };
}

/** A figure that is missing for some is left out of the sum, and null where it is missing for all. */
function sum(of: readonly Sum[]): Sum {
  const add = (figure: 'input_tokens' | 'output_tokens' | 'cost_usd'): number | null => {
    const known = of.map((one) => one[figure]).filter((value) => value !== null);
    return known.length === 0 && of.length > 0 ? null : known.reduce((total, value) => total + value, 0);
  };
  return { input_tokens: add('input_tokens'), output_tokens: add('output_tokens'), seconds: of.reduce((total, { seconds }) => total + seconds, 0), cost_usd: add('cost_usd') };
}

const unknownIn = (configurations: Estimate['configurations']): Estimate['total']['unknown'] => ({
  tokens: configurations.filter(({ input_tokens }) => input_tokens === null).map(({ configuration }) => configuration),
  cost_usd: configurations.filter(({ cost_usd }) => cost_usd === null).map(({ configuration }) => configuration),
});

const basisOf = (own: readonly TrialEstimate[]): TrialEstimate['basis'] => {
  const distinct = (name: keyof TrialEstimate['basis']): string => [...new Set(own.map(({ basis }) => basis[name]))].join('; ');
  return { tokens: distinct('tokens'), time: distinct('time'), money: distinct('money') };
};

function capsOf({ manifest: { spend } }: Plan, spent: { tokens: number; cost_usd: number }, preflight: Sum, trials: readonly TrialEstimate[]): Estimate['caps'] {
  const used = { tokens: ({ input_tokens, output_tokens }: Sum): number => (input_tokens ?? 0) + (output_tokens ?? 0), cost_usd: ({ cost_usd }: Sum): number => cost_usd ?? 0 };
  return (['tokens', 'cost_usd'] as const).flatMap((cap) => {
    const limit = spend[cap];
    if (limit === undefined) return [];
    let running = spent[cap] + used[cap](preflight);
    const totals = trials.map((trial) => (running += used[cap](trial)));
    const at = totals.findIndex((total) => total >= limit);
    return [{ cap, limit, spent: spent[cap], estimated: running - spent[cap], reached: running >= limit, after_trials: at === -1 ? null : at }];
  });
}

function notesOf({ manifest }: Plan): string[] {
  return [
    `An invalid attempt is run again, up to ${String(manifest.attempts)} attempts a trial: not included.`,
    'Where images have to be built first, that takes its own time.',
  ];
}
