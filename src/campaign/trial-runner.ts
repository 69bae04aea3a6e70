import { UserError, type CleanslateError } from '../common/errors.js';
import type { Journal } from '../evidence/journal.js';
import type { Results } from '../evidence/results.js';
import { readScore } from '../trial/attempt-files.js';
import type { AttemptRecord } from '../trial/attempt-record.js';
import { runAttempt } from '../trial/attempt.js';
import type { AttemptContext } from '../trial/context.js';
import type { PlannedTrial } from '../trial/planned.js';
import type { FaultStreak } from './fault-streak.js';
import type { CampaignObserver } from './observer.js';
import type { Slot } from './slots.js';
import { verdictOf } from './verdict.js';

export interface RunnerOptions {
  journal: Journal;
  results: Results;
  observer: CampaignObserver;
  /** How many invalid attempts a trial may have before it is given up as incomplete. */
  attempts: number;
  /** Attempts in a row that the harness failed, over all trials of a run. */
  streak: FaultStreak;
  /** Sandboxes for a trial's image. */
  contextFor(trial: PlannedTrial): AttemptContext;
}

/** Faults after which no other attempt would fare better: the campaign stops, and what is done stays done. */
const FATAL = new Set(['CLEANSLATE_ENGINE_LOST', 'CLEANSLATE_NO_ENGINE', 'CLEANSLATE_WRITE']);

/** Signs that the campaign itself is at its cap. */
const AT_CAP = new Set(['campaign-token-cap', 'campaign-cost-cap']);

/** The fault that would meet every other attempt too; the attempt that showed it is interrupted and not counted against its trial. */
function endOfCampaign({ signals }: AttemptRecord, fault: CleanslateError | undefined): CleanslateError | undefined {
  const cap = signals.find(({ kind }) => AT_CAP.has(kind));
  const hint = 'what is finished is kept; raise `spend` in the manifest and run it again to go on';
  if (cap) return new UserError('CLEANSLATE_SPEND_CAP', cap.message, { hint });
  return fault && FATAL.has(fault.code) ? fault : undefined;
}

/**
 * Attempts a trial until one attempt is valid or the bound is reached. Every attempt is on the journal before it starts
 * and after it ended; none is retried silently and none is dropped.
 * @throws HarnessError for a fault that would meet every other attempt too
 */
export async function runTrial(trial: PlannedTrial, slot: Slot | undefined, { journal, results, observer, attempts, streak, contextFor }: RunnerOptions): Promise<void> {
  const context = contextFor(trial);
  let attempt = slot?.attempts ?? 0;
  for (let invalid = slot?.invalid ?? 0; invalid < attempts; invalid++) {
    if (context.signal.aborted) return;
    attempt += 1;
    await journal.enter({ type: 'attempt.started', trial: trial.id, attempt });
    observer.started({ trial: trial.id, attempt });
    const { record, evidence, fault } = await runAttempt({ trial, attempt }, context);
    const { valid, ended, signals } = record;
    const end = endOfCampaign(record, fault);
    const stopped = !valid && (ended === 'harness-stop' || context.signal.aborted || end !== undefined);
    if (stopped) await journal.append({ type: 'attempt.interrupted', trial: trial.id, attempt, reason: end?.message ?? 'the harness was stopped', evidence });
    else await journal.append({ type: 'attempt.sealed', trial: trial.id, attempt, valid, ended, signals, evidence });
    if (valid) await results.add(trial.id, attempt);
    const verdict = verdictOf(record, valid ? await readScore(context.campaignDir, trial.id, attempt) : undefined);
    observer.finished({ trial: trial.id, attempt, valid, verdict, final: valid || (!stopped && invalid + 1 === attempts) });
    if (end) throw end;
    streak.add(trial.id, record);
    if (valid || stopped) return;
  }
  await journal.append({ type: 'trial.exhausted', trial: trial.id, attempts: attempt });
}

