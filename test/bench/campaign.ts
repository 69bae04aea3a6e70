import { join } from 'node:path';
import tmp from 'tmp';
import { claimDirectory, openCampaign } from '../../src/campaign/directory.js';
import type { Machine } from '../../src/campaign/machine.js';
import { FaultStreak } from '../../src/campaign/fault-streak.js';
import { nobody } from '../../src/campaign/observer.js';
import { planCampaign, type Plan } from '../../src/campaign/plan.js';
import { runCampaign } from '../../src/campaign/run.js';
import { setUp } from '../../src/campaign/setup.js';
import { runTrial } from '../../src/campaign/trial-runner.js';
import { systemClock } from '../../src/common/clock.js';
import { inPackage } from '../../src/common/package-root.js';
import { Scrubber } from '../../src/gateway/redact/scrubber.js';
import { Material } from '../../src/evidence/material.js';
import { Results } from '../../src/evidence/results.js';
import { manifestSchema } from '../../src/protocol/manifest.js';
import { readAttemptRecord } from '../../src/trial/attempt-record.js';
import { resultsLine } from '../../src/trial/results-line.js';

/** An agent that does nothing, in a workspace as real campaigns have it. */
export const doNothing = (runs: number): Promise<Plan> =>
  planCampaign({
    manifest: manifestSchema.parse({
      campaign: 'bench',
      runs,
      order: { policy: 'sequential' },
      tasks: [{ scenario: 'short', profiles: ['contextos'] }],
      configurations: [{ id: 'nothing', agent: 'command', command: { argv: ['true'], image: 'base' } }],
    }),
    file: inPackage('manifests', 'bench.yaml'),
    place: String,
  });

export interface Lane {
  /** The next trial, with all its evidence, its journal entries and its line of results. Milliseconds by phase. */
  trial(): Promise<Record<string, number>>;
  close(): Promise<void>;
}

/** A campaign that is opened once and runs its trials one by one, when told. */
export async function openLane(machine: Machine, runs: number): Promise<Lane> {
  const folder = tmp.dirSync({ prefix: 'bench-', unsafeCleanup: true });
  const dir = join(folder.name, 'campaign');
  const claim = await claimDirectory(dir);
  const material = await Material.open(dir);
  const scrubber = new Scrubber([]);
  const setup = await setUp(await doNothing(runs), machine, material, { scrubber, note: () => undefined });
  const journal = await openCampaign(dir, setup.lock, setup.campaign, systemClock);
  const results = await Results.open(dir, journal, (trial, attempt) => resultsLine(dir, trial, attempt));
  const [image] = setup.images.values();
  if (image === undefined) throw new Error('a plan without images');
  const context = { campaign: 'bench', campaignDir: dir, source_commit: null, provider: machine.provider, image, material, scrubber, clock: systemClock, signal: new AbortController().signal };
  const runner = { journal, results, observer: nobody, attempts: 1, streak: new FaultStreak(), contextFor: () => context };
  let next = 0;
  return {
    trial: async () => {
      const trial = setup.trials[next++];
      if (trial === undefined) throw new Error('more trials than planned');
      const from = performance.now();
      await runTrial(trial, undefined, runner);
      const total = performance.now() - from;
      const { valid, timings, signals } = await readAttemptRecord(dir, trial.id, 1);
      if (!valid) throw new Error(`an attempt was invalid: ${JSON.stringify(signals)}`);
      const phases = Object.fromEntries(Object.entries(timings).map(([name, ms]) => [name.replace(/_ms$/, ''), ms]));
      const { destroy = 0, score = 0, settle = 0, ...before } = phases;
      // The sandbox is removed while the score is made and the evidence settles.
      const after = Math.max(destroy, score + settle);
      const rest = total - after - Object.values(before).reduce((sum, ms) => sum + ms, 0);
      return { total, ...before, destroy, 'score and settle, beside destroy': score + settle, 'seal, journal, results': rest };
    },
    close: async () => {
      await results.close();
      await journal.close();
      await claim.release();
      folder.removeCallback();
    },
  };
}

/** A whole campaign of `runs` trials. Milliseconds from its first trial to its last line, and of all of it with its set-up. */
export async function wholeCampaign(machine: Machine, runs: number, concurrency: number): Promise<{ trials: number; all: number }> {
  const folder = tmp.dirSync({ prefix: 'bench-', unsafeCleanup: true });
  try {
    const from = performance.now();
    let first = from;
    const observer = { ...nobody, planned: () => { first = performance.now(); } };
    const dir = join(folder.name, 'campaign');
    const { incomplete } = await runCampaign(await doNothing(runs), { dir, machine, clock: systemClock, observer, signal: new AbortController().signal, concurrency });
    if (incomplete.length > 0) throw new Error(`trials without a valid attempt: ${incomplete.join(', ')}`);
    return { trials: performance.now() - first, all: performance.now() - from };
  } finally {
    folder.removeCallback();
  }
}
