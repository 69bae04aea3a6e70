import { availableParallelism } from 'node:os';
import PQueue from 'p-queue';
import type { Clock } from '../common/clock.js';
import { HarnessError, messageOf } from '../common/errors.js';
import { ownedDirectory, removeAbandoned } from '../common/owned-directory.js';
import { sealInterrupted } from '../evidence/attempt.js';
import type { Journal } from '../evidence/journal.js';
import { Material } from '../evidence/material.js';
import { Results } from '../evidence/results.js';
import type { PlannedTrial } from '../trial/planned.js';
import { resultsLine } from '../trial/results-line.js';
import { checkDirectory, claimDirectory, openCampaign } from './directory.js';
import { FaultStreak } from './fault-streak.js';
import type { Machine } from './machine.js';
import { openModels, refuseUnreachableModels, type Models } from './models.js';
import type { CampaignObserver } from './observer.js';
import { selectRuns, type Plan } from './plan.js';
import { setUp, type Setup } from './setup.js';
import { readSlots } from './slots.js';
import { spentSoFar } from './spent.js';
import { runTrial, type RunnerOptions } from './trial-runner.js';

export interface RunOptions {
  dir: string;
  machine: Machine;
  clock: Clock;
  observer: CampaignObserver;
  /** Aborted to stop: attempts under way end, what is finished is kept. */
  signal: AbortSignal;
  /** Trials at once; by default one for each processor. */
  concurrency?: number | undefined;
  /** Only trials whose id this glob matches. */
  only?: string | undefined;
}

export interface RunResult {
  /** Trials without a valid attempt, whatever the reason. */
  incomplete: string[];
  interrupted: boolean;
}

/**
 * Runs a campaign, or what is left of it, in its directory.
 * @throws UserError where the directory holds another campaign; HarnessError where engine or disk fail: what is finished is kept
 */
export async function runCampaign(plan: Plan, options: RunOptions): Promise<RunResult> {
  const only = selectRuns(plan, options.only);
  refuseUnreachableModels(plan, options.machine);
  await checkDirectory(options.dir);
  for (const line of [...(await options.machine.provider.reap()), ...removeAbandoned()]) options.observer.note(line);
  const staging = ownedDirectory('material');
  try {
    const staged = await Material.open(staging.path);
    const setup = await setUp(plan, options.machine, staged);
    const claim = await claimDirectory(options.dir);
    try {
      const journal = await openCampaign(options.dir, setup.lock, setup.campaign, options.clock);
      return await runOpened(plan, setup, await publish(setup, staged, options.dir), journal, only, options);
    } finally {
      await claim.release();
    }
  } finally {
    staging.remove();
  }
}

async function publish({ material }: Setup, staged: Material, dir: string): Promise<Material> {
  const published = await Material.open(dir);
  for (const digest of material) await published.put(await staged.get(digest));
  return published;
}

async function runOpened(plan: Plan, setup: Setup, material: Material, journal: Journal, only: ReadonlySet<string>, options: RunOptions): Promise<RunResult> {
  const { dir, clock, signal, observer, machine } = options;
  const { campaign, attempts } = plan.manifest;
  let models: Models | undefined;
  try {
    await closeInterrupted(journal, dir);
    models = await openModels(plan, clock, await spentSoFar(dir, journal.entries));
    const { access } = models;
    const results = await Results.open(dir, journal, (trial, attempt) => resultsLine(dir, trial, attempt));
    const contextFor: RunnerOptions['contextFor'] = ({ adapter }) => ({
      campaign,
      campaignDir: dir,
      source_commit: setup.harness.source_commit,
      provider: machine.provider,
      image: setup.images.get(adapter.image) ?? { reference: adapter.image, digest: null },
      material,
      ...(access && { models: access }),
      clock,
      signal,
    });
    try {
      await runAll(setup.trials.filter(({ id }) => only.has(id)), { journal, results, observer, attempts, streak: new FaultStreak(), contextFor }, options);
    } finally {
      await results.close();
    }
    return await conclude(journal, setup.trials, signal);
  } finally {
    await models?.close();
    await journal.close();
  }
}

/** Attempts that a dead harness had begun: what they left is sealed, and the journal says so. */
async function closeInterrupted(journal: Journal, dir: string): Promise<void> {
  for (const [trial, { open }] of readSlots(journal.entries)) {
    for (const attempt of open) {
      const reason = 'the harness ended before the attempt did';
      await journal.append({ type: 'attempt.interrupted', trial, attempt, reason, evidence: await sealInterrupted(dir, trial, attempt, reason) });
    }
  }
}

async function runAll(trials: readonly PlannedTrial[], runner: RunnerOptions, { concurrency, signal, observer }: RunOptions): Promise<void> {
  const slots = readSlots(runner.journal.entries);
  const pending = trials.filter(({ id }) => slots.get(id)?.valid === undefined && slots.get(id)?.exhausted !== true);
  observer.planned(trials.length, trials.length - pending.length);
  const queue = new PQueue({ concurrency: concurrency ?? availableParallelism() });
  let fault: unknown;
  const stop = (error: unknown): void => {
    fault ??= error;
    queue.clear();
  };
  signal.addEventListener('abort', () => { queue.clear(); }, { once: true });
  if (!signal.aborted) for (const trial of pending) void queue.add(() => runTrial(trial, slots.get(trial.id), runner).catch(stop));
  await queue.onIdle();
  if (fault !== undefined) throw fault instanceof Error ? fault : new HarnessError('CLEANSLATE_CAMPAIGN_FAILED', messageOf(fault));
}

async function conclude(journal: Journal, trials: readonly PlannedTrial[], signal: AbortSignal): Promise<RunResult> {
  const slots = readSlots(journal.entries);
  const incomplete = trials.filter(({ id }) => slots.get(id)?.valid === undefined).map(({ id }) => id);
  const over = trials.every(({ id }) => slots.get(id)?.valid !== undefined || slots.get(id)?.exhausted === true);
  const finished = journal.entries.some(({ type }) => type === 'campaign.finished');
  if (signal.aborted) await journal.append({ type: 'campaign.interrupted', reason: 'the harness was stopped' });
  else if (over && !finished) await journal.append({ type: 'campaign.finished' });
  return { incomplete, interrupted: signal.aborted };
}
