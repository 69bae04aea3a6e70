import { adjudications, type Adjudication } from '../acts/adjudications.js';
import { readScore } from '../../trial/attempt-files.js';
import { readAttemptRecord } from '../../trial/attempt-record.js';
import type { TrialCase } from '../../trace/export/junit.js';
import { isChecklist, type TrialScore } from '../../scoring/index.js';
import type { CampaignOnDisk } from '../read-campaign.js';
import { readSlots, type Slot } from '../slots.js';
import { partsOf } from '../trial-id.js';
import { verdictOf } from '../verdict.js';

const MS = 1000;

/** These trials as a CI looks at them. */
export async function trialCases(on: CampaignOnDisk, trials: readonly string[]): Promise<TrialCase[]> {
  const slots = readSlots(on.entries);
  const adjudicated = new Map(adjudications(on).map((one) => [one.trial, one]));
  return Promise.all(trials.map((trial) => trialCase(on.dir, trial, slots.get(trial), adjudicated.get(trial))));
}

/** @param adjudication what a person decided: where it changed the points, these count */
async function trialCase(dir: string, trial: string, slot: Slot | undefined, adjudication: Adjudication | undefined): Promise<TrialCase> {
  const { configuration, task, profile } = partsOf(trial);
  const common = { configuration, group: `${task}.${profile}`, trial, seconds: 0, details: '' };
  if (!slot || slot.attempts === 0) return { ...common, outcome: 'skipped', message: 'not run yet' };
  const attempt = slot.valid ?? slot.attempts;
  const record = await readAttemptRecord(dir, trial, attempt).catch(() => undefined);
  const seconds = (record?.duration_ms ?? 0) / MS;
  const signals = record?.signals.map(({ blame, kind, message }) => `${blame}: ${kind}: ${message}`).join('\n') ?? '';
  if (slot.valid === undefined) {
    if (slot.open.length > 0) return { ...common, outcome: 'skipped', message: 'running' };
    return { ...common, seconds, outcome: 'error', message: record ? verdictOf(record, undefined) : 'interrupted', details: signals };
  }
  const score = await readScore(dir, trial, slot.valid);
  const passed = isChecklist(score) ? (adjudication?.points ?? score.points) === 0 : score.format_failure === null && score.grounded_correct === score.questions;
  return { ...common, seconds, outcome: passed ? 'passed' : 'failure', message: `${record ? verdictOf(record, score) : ''}${adjudication ? `; adjudication ${adjudication.open ? 'open' : 'closed'}: scored ${String(adjudication.scored)}, counts ${String(adjudication.points)}` : ''}`, details: passed ? '' : wrongAnswers(score) };
}

function wrongAnswers(score: TrialScore): string {
  if (isChecklist(score)) return score.checks.filter(({ outcome }) => outcome !== 'right').map(({ id, kind, outcome, points }) => `${id} (${kind}): ${outcome}, ${String(points)} points`).join('\n');
  if (score.format_failure !== null) return score.format_failure;
  return score.results.filter(({ grounded_correct }) => !grounded_correct)
    .map(({ question, value_correct, answer }) => `${question}: ${answer.value} (${answer.source ?? 'no source'}) ${JSON.stringify(answer.quote)}${value_correct ? ' has the right value, and its citation does not show it' : ''}`)
    .join('\n');
}
