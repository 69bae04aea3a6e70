import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import PQueue from 'p-queue';
import type { Machine } from '../../src/campaign/machine.js';
import { inPackage } from '../../src/common/package-root.js';
import { openLane, wholeCampaign } from './campaign.js';
import type { Engine } from './engine.js';
import { differences, interleave, ratios, spread, type Spread } from './rounds.js';

const run = promisify(execFile);

/** One line of the table. */
export interface Row {
  what: string;
  /** What is measured, and what it is held against; ms. */
  ours: Spread;
  plain: Spread;
  /** What the budget speaks of, round by round. */
  verdict: Spread;
  unit: '×' | '%' | 'ms';
  /** Undefined where there is none. */
  budget?: { text: string; met: boolean };
  rounds: number;
}

/** Where a trial's time goes: medians, ms. */
export type Phases = Record<string, number>;

/** One trial at a time, with all its evidence, against one plain run at a time. */
export async function overhead(what: string, machine: Machine, plain: () => Promise<void>, rounds: number, most?: number): Promise<{ row: Row; phases: Phases }> {
  const lane = await openLane(machine, rounds + 10);
  const phases: Record<string, number>[] = [];
  const trial = async (): Promise<number> => {
    const times = await lane.trial();
    phases.push(times);
    return times['total'] ?? NaN;
  };
  const times = await interleave({ trial, plain: untimed(plain) }, rounds);
  await lane.close();
  const verdict = spread(ratios(times.trial, times.plain));
  const budget = most === undefined ? {} : { budget: { text: `≤ ${String(most)} ×`, met: verdict.median <= most } };
  return { row: { what, ours: spread(times.trial), plain: spread(times.plain), verdict, unit: '×', rounds, ...budget }, phases: medians(phases.slice(-rounds)) };
}

/** A campaign's trials side by side, from the first to the last line of results, against as many plain runs side by side. */
export async function throughput(machine: Machine, { plain }: Engine, concurrency: number, trials: number, rounds: number): Promise<{ row: Row; setUp: Spread }> {
  const setUp: number[] = [];
  const campaign = async (): Promise<number> => {
    const whole = await wholeCampaign(machine, trials, concurrency);
    setUp.push(whole.all - whole.trials);
    return whole.trials;
  };
  const plainly = untimed(async () => {
    const queue = new PQueue({ concurrency });
    await queue.addAll(Array.from({ length: trials }, () => plain));
  });
  const times = await interleave({ campaign, plainly }, rounds);
  const verdict = spread(ratios(times.plainly, times.campaign).map((ratio) => ratio * 100));
  const what = `${String(trials)} trials, ${String(concurrency)} at once, upper`;
  return {
    row: { what, ours: spread(times.campaign), plain: spread(times.plainly), verdict, unit: '%', rounds, budget: { text: '≥ 85 %', met: verdict.median >= 85 } },
    setUp: spread(setUp),
  };
}

export async function startUp(rounds: number): Promise<Row> {
  const start = (...args: string[]) => untimed(() => run(process.execPath, args));
  const times = await interleave({ help: start(inPackage('bin', 'cleanslate.js'), '--help'), node: start('-e', '0') }, rounds);
  const verdict = spread(differences(times.help, times.node));
  return { what: '`cleanslate --help`', ours: spread(times.help), plain: spread(times.node), verdict, unit: 'ms', rounds, budget: { text: '≤ 120 ms more', met: verdict.median <= 120 } };
}

/** `true` in bubblewrap's namespaces with the system's programs, and nothing else of what a sandbox is. */
export function plainBubblewrap(bwrap: string): () => Promise<void> {
  const system = ['/usr', '/bin', '/lib', '/lib64'].filter((path) => existsSync(path)).flatMap((path) => ['--ro-bind', path, path]);
  return async () => void (await run(bwrap, ['--unshare-all', '--die-with-parent', ...system, '--proc', '/proc', '--dev', '/dev', 'true']));
}

/** How long each step of a plain container takes through the API, for comparison. */
export async function plainSteps({ steps }: Engine, rounds: number): Promise<Phases> {
  const all: Record<string, number>[] = [];
  for (let round = 0; round < rounds; round++) all.push(await steps());
  return medians(all);
}

/** A leg without milliseconds of its own. */
const untimed = (work: () => Promise<unknown>) => async (): Promise<undefined> => {
  await work();
};

export const atOnce = (): number => Math.max(2, availableParallelism());

function medians(all: readonly Record<string, number>[]): Phases {
  const names = [...new Set(all.flatMap((one) => Object.keys(one)))];
  return Object.fromEntries(names.map((name) => [name, spread(all.map((one) => one[name] ?? 0)).median]));
}
