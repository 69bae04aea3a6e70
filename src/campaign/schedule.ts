import PQueue from 'p-queue';
import { HarnessError, messageOf } from '../common/errors.js';
import type { PlannedTrial } from '../trial/planned.js';
import { isOver, readSlots, type Slot } from './slots.js';
import { runTrial, type RunnerOptions } from './trial-runner.js';

/** Trials that are neither done nor given up. */
export const unfinished = (trials: readonly PlannedTrial[], slots: ReadonlyMap<string, Slot>): PlannedTrial[] =>
  trials.filter(({ id }) => !isOver(slots.get(id)));

export interface ScheduleOptions {
  /** Trials at once. */
  concurrency: number;
  /** Aborted to stop: no other trial starts. */
  signal: AbortSignal;
}

/** Runs what is left of these trials in their order, some at a time. The first fault that would meet all others stops the rest, and is thrown. */
export async function runAll(trials: readonly PlannedTrial[], runner: RunnerOptions, { concurrency, signal }: ScheduleOptions): Promise<void> {
  const slots = readSlots(runner.journal.entries);
  const pending = unfinished(trials, slots);
  const left = new Set(pending);
  runner.observer.planned(trials.map((trial) => ({ trial: trial.id, configuration: trial.configuration.id, done: !left.has(trial) })));
  const queue = new PQueue({ concurrency });
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
