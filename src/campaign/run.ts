import type { Clock } from '../common/clock.js';
import { ownedDirectory, removeAbandoned } from '../common/owned-directory.js';
import { readJournal, type Journal } from '../evidence/journal.js';
import { Material } from '../evidence/material.js';
import { Results } from '../evidence/results.js';
import { Scrubber, type Secret } from '../gateway/redact/scrubber.js';
import { RequestProvider } from '../trial/outside/request-sandbox.js';
import type { PlannedTrial } from '../trial/planned.js';
import { resultsLine } from '../trial/results-line.js';
import { checkDirectory, claimDirectory, isOpened, openCampaign } from './directory.js';
import { completeByHand } from './by-hand/complete.js';
import { refuseClosed } from './closed.js';
import { FaultStreak } from './fault-streak.js';
import { finishOnce } from './finished.js';
import { closeInterrupted } from './interrupted.js';
import type { Machine } from './machine.js';
import { openModels, refuseUnreachableModels, type Models } from './models.js';
import type { CampaignObserver } from './observer.js';
import { selectRuns, type Plan } from './plan.js';
import { readCampaign } from './read-campaign.js';
import { keptLock, noteFirstRun, refuseDrift, refuseForgotten, type RunLock } from './protocol-lock.js';
import { PreflightFailure } from './preflight/failure.js';
import { journalPreflights, preflight, toProve } from './preflight/preflight.js';
import { secretsOf } from './secrets.js';
import { refuseUncontained } from './services.js';
import { setUp, type Setup } from './setup.js';
import { runAll, unfinished } from './schedule.js';
import { readSlots } from './slots.js';
import { spentSoFar } from './spent.js';
import type { RunnerOptions } from './trial-runner.js';

export interface RunOptions {
  dir: string;
  machine: Machine;
  clock: Clock;
  observer: CampaignObserver;
  /** Aborted to stop: attempts under way end, what is finished is kept. */
  signal: AbortSignal;
  /** Trials at once. */
  concurrency: number;
  /** False: configurations need not prove that they can run before their first trial. */
  preflight?: boolean | undefined;
  /** The protocol that was locked before: nothing else is run. */
  protocolLock?: RunLock | undefined;
  /** Only trials whose id this glob matches. */
  only?: string | undefined;
}

export interface RunResult {
  /** Trials without a valid attempt, whatever the reason. */
  incomplete: string[];
  /** Those of them that a person has to carry out. */
  waiting: string[];
  interrupted: boolean;
}

/**
 * Runs a campaign, or what is left of it, in its directory.
 * @throws UserError where the directory holds another campaign; HarnessError where engine or disk fail: what is finished is kept
 */
export async function runCampaign(plan: Plan, options: RunOptions): Promise<RunResult> {
  const only = selectRuns(plan, options.only);
  refuseUncontained(plan, options.machine);
  refuseUnreachableModels(plan, options.machine);
  await checkDirectory(options.dir);
  if (await isOpened(options.dir)) {
    refuseClosed(options.dir, await readJournal(options.dir));
    if (options.protocolLock) await refuseForgotten(options.protocolLock, options.dir);
  }
  for (const line of [...(await options.machine.provider.reap()), ...removeAbandoned()]) options.observer.note(line);
  const staging = ownedDirectory('material');
  try {
    const staged = await Material.open(staging.path);
    const secrets = await secretsOf(plan, process.env);
    const setup = await setUp(plan, options.machine, staged, { scrubber: new Scrubber(secrets), note: options.observer.note });
    if (options.protocolLock) refuseDrift(options.protocolLock, setup.lock);
    const claim = await claimDirectory(options.dir);
    try {
      return await runClaimed({ plan, setup, staged, secrets, only, options });
    } finally {
      await claim.release();
    }
  } finally {
    staging.remove();
  }
}

/** A run whose directory is its own. */
interface Claimed {
  plan: Plan;
  setup: Setup;
  staged: Material;
  secrets: readonly Secret[];
  only: ReadonlySet<string>;
  options: RunOptions;
}

/** A campaign that has not begun is opened only when its configurations have proved that they can run: until then its manifest may still change. */
async function runClaimed(claimed: Claimed): Promise<RunResult> {
  const { plan, setup, options } = claimed;
  const { dir, clock, signal } = options;
  const campaign = { ...setup.campaign, preflight: options.preflight === false ? 'skipped' : 'run', ...(options.protocolLock && { protocol_lock: keptLock(options.protocolLock) }) };
  let journal = (await isOpened(dir)) ? await openCampaign(dir, setup.lock, campaign, clock) : undefined;
  let models: Models | undefined;
  try {
    if (journal) await closeInterrupted(journal, dir);
    models = await openModels(plan, clock, claimed.secrets, await spentSoFar(dir, journal?.entries ?? []));
    const pending = unfinished(chosen(claimed), readSlots(journal?.entries ?? []));
    const contextFor = contexts(claimed, await Material.open(dir), models);
    const failed = options.preflight === false ? [] : await preflight(toProve(pending), { ...options, staged: claimed.staged, contextFor, concurrency: options.concurrency });
    const failure = failed.length > 0 && !signal.aborted ? new PreflightFailure(failed, plan.file, dir) : undefined;
    if (failure && !journal) throw failure;
    if (options.protocolLock) await noteFirstRun(options.protocolLock, plan.manifest.campaign, dir, clock);
    journal ??= await openCampaign(dir, setup.lock, campaign, clock);
    await journalPreflights(dir, journal);
    if (failure) throw failure;
    const unproved = options.preflight === false ? toProve(pending).map(({ configuration }) => configuration.id) : [];
    if (unproved.length > 0) await journal.append({ type: 'preflight.skipped', configurations: unproved });
    await publish(setup, claimed.staged, dir);
    return await runOpened(claimed, journal, contextFor);
  } finally {
    await models?.close();
    await journal?.close();
  }
}

async function publish({ material }: Setup, staged: Material, dir: string): Promise<void> {
  const published = await Material.open(dir);
  for (const digest of material) await published.put(await staged.get(digest));
}

const contexts = ({ plan, setup, secrets, options }: Claimed, material: Material, { access }: Models, scrubber = new Scrubber(secrets)): RunnerOptions['contextFor'] => ({ adapter }) => ({
  campaign: plan.manifest.campaign,
  campaignDir: options.dir,
  source_commit: setup.harness.source_commit,
  provider: adapter.outside === undefined ? options.machine.provider : new RequestProvider(),
  image: setup.images.get(adapter.image) ?? { reference: adapter.image, digest: null },
  services: { provider: options.machine.provider, images: setup.images },
  material,
  scrubber,
  ...(access && { models: access }),
  clock: options.clock,
  signal: options.signal,
});

/** The trials that this run is about; those of a person are prepared, not run. */
const chosen = ({ setup, only }: Claimed): PlannedTrial[] => setup.trials.filter(({ id, adapter }) => only.has(id) && adapter.outside !== 'person');

async function runOpened(claimed: Claimed, journal: Journal, contextFor: RunnerOptions['contextFor']): Promise<RunResult> {
  const { plan, setup, options } = claimed;
  const { dir, signal, observer } = options;
  const results = await Results.open(dir, journal, (trial, attempt) => resultsLine(dir, trial, attempt));
  try {
    await completeByHand({ on: await readCampaign(dir), journal, results, clock: options.clock });
    await runAll(chosen(claimed), { journal, results, observer, attempts: plan.manifest.attempts, streak: new FaultStreak(), contextFor }, options);
  } finally {
    await results.close();
  }
  return conclude(journal, setup.trials, signal);
}

async function conclude(journal: Journal, trials: readonly PlannedTrial[], signal: AbortSignal): Promise<RunResult> {
  const slots = readSlots(journal.entries);
  const open = unfinished(trials, slots);
  const waiting = open.filter(({ adapter }) => adapter.outside === 'person').map(({ id }) => id);
  const incomplete = trials.filter(({ id }) => slots.get(id)?.valid === undefined).map(({ id }) => id);
  if (signal.aborted) await journal.append({ type: 'campaign.interrupted', reason: 'the harness was stopped' });
  else if (open.length === 0) await finishOnce(journal);
  else if (waiting.length > 0 && waiting.length === open.length) await journal.append({ type: 'campaign.waiting', trials: waiting.length });
  return { incomplete, waiting, interrupted: signal.aborted };
}
