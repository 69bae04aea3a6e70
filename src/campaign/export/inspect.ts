import { packageVersion } from '../../common/package-root.js';
import type { TraceEvent } from '../../trace/events.js';
import { atifOf } from '../../trace/export/atif.js';
import type { InspectGroup, InspectTrial } from '../../trace/export/inspect.js';
import { isChecklist } from '../../scoring/index.js';
import { publicationOf } from '../closed.js';
import type { CampaignOnDisk } from '../read-campaign.js';
import { readTrial, type ShownTrial } from '../read-trial.js';
import { readSlots, type Slot } from '../slots.js';
import { decisive } from '../../trial/validity.js';
import { partsOf, rowKey } from '../trial-id.js';
import { atifFacts } from './facts.js';

const MS = 1000;

/** These trials for Inspect: one group, and so one log, for each configuration, task and profile. Trials that never ended are not in it. */
export async function* inspectGroups(on: CampaignOnDisk, trials: readonly string[]): AsyncGenerator<InspectGroup> {
  const slots = readSlots(on.entries);
  const groups = new Map<string, string[]>();
  for (const trial of trials) {
    const id = rowKey(partsOf(trial));
    groups.set(id, [...(groups.get(id) ?? []), trial]);
  }
  for (const [id, own] of groups) {
    const { configuration, task, profile } = partsOf(id);
    const inOrder = own.toSorted((a, b) => partsOf(a).run - partsOf(b).run);
    const shown: { trial: InspectTrial; last: ShownTrial }[] = [];
    for (const trial of own) {
      const slot = slots.get(trial);
      const last = slot && (await lastEnded(on, trial, slot));
      if (slot && last) shown.push({ trial: await trialOf(on, last, slot), last });
    }
    const known = on.campaign.manifest.configurations.find((one) => one.id === configuration);
    const agent = on.campaign.agents[configuration]?.id ?? configuration;
    const first = shown.find(({ last }) => last.record)?.last.record;
    const opened = on.entries[0]?.time ?? '';
    const isPoints = shown.some(({ last }) => pointsOf(on, last.trial) !== undefined);
    yield {
      id: `${on.campaign.campaign}/${id}`, campaign: on.campaign.campaign, created: opened, configuration, agent, task, profile,
      scorer: isPoints ? 'failure_points' : 'grounded_correct', model: known?.model?.label ?? agent, sandbox: first?.sandbox.kind, version: packageVersion(),
      // Epochs are numbered over what is exported, so that a part of the runs is a whole log.
      metadata: publicationOf(on) === 'pending' ? { publication: 'results pending' } : {},
      runs: own.length, target: '', trials: shown.map(({ trial, last }) => ({ ...trial, run: inOrder.indexOf(last.trial) + 1 })),
    };
  }
}

/** The attempt that counts, else the last that ended. */
async function lastEnded(on: CampaignOnDisk, trial: string, slot: Slot): Promise<ShownTrial | undefined> {
  for (let attempt = slot.valid ?? slot.attempts; attempt >= 1; attempt--) {
    if (slot.open.includes(attempt)) continue;
    const shown = await readTrial(on, trial, String(attempt)).catch(() => undefined);
    if (shown) return shown;
  }
  return undefined;
}

async function trialOf(on: CampaignOnDisk, shown: ShownTrial, slot: Slot): Promise<InspectTrial> {
  const { record, interrupted, answer = '', events } = shown;
  const before: string[] = [];
  for (let attempt = 1; attempt < shown.attempt; attempt++) {
    const other = await readTrial(on, shown.trial, String(attempt)).catch(() => undefined);
    if (other) before.push(failureOf(other));
  }
  const { extra, agent } = atifFacts(on, shown);
  const valid = slot.valid === shown.attempt;
  return {
    uuid: `${on.campaign.campaign}/${shown.trial}/attempt-${String(shown.attempt)}`,
    run: 1,
    trajectories: atifOf(events, atifFacts(on, shown)),
    prompt: promptIn(events),
    answer,
    model: agent.model ?? agent.name,
    tokens: { input: record?.input_tokens ?? null, output: record?.output_tokens ?? null },
    started_at: record?.started_at,
    completed_at: record?.ended_at,
    seconds: record && record.duration_ms / MS,
    score: valid ? scoreOf(on, shown) : undefined,
    failure: valid ? undefined : interrupted ?? failureOf(shown),
    before,
    timed_out: record?.exit?.reason === 'deadline' ? on.campaign.manifest.limits.agent_seconds : undefined,
    metadata: extra,
  };
}

/** What was asked last: its answer is scored. */
function promptIn(events: readonly TraceEvent[]): string {
  const asked = events.findLast(({ type, source }) => type === 'prompt' && source === 'harness')?.result;
  return typeof asked === 'string' ? asked : '';
}

function failureOf({ record, interrupted }: ShownTrial): string {
  const cause = record && decisive(record.signals);
  return cause ? `${cause.blame}: ${cause.kind}: ${cause.message}` : (interrupted ?? record?.ended ?? 'it left nothing');
}

const pointsOf = (on: CampaignOnDisk, trial: string): number | undefined => {
  const points = on.results.findLast((line) => line.trial === trial)?.['points'];
  return typeof points === 'number' ? points : undefined;
};

/** Failure points where the task has any (0 is right), else the part of the questions that was answered and grounded. */
function scoreOf(on: CampaignOnDisk, { trial, score, adjudication }: ShownTrial): InspectTrial['score'] {
  const points = pointsOf(on, trial);
  const metadata = { ...(score as object | undefined) };
  if (points !== undefined && adjudication) return { value: adjudication.points, explanation: `${String(adjudication.points)} failure points; scored ${String(adjudication.scored)}, adjudication ${adjudication.open ? 'open' : 'closed'}`, metadata };
  if (points !== undefined) return { value: points, explanation: `${String(points)} failure points`, metadata };
  if (!score || isChecklist(score)) return undefined;
  if (score.format_failure !== null) return { value: 0, explanation: `format failure: ${score.format_failure}`, metadata };
  return { value: score.questions === 0 ? 0 : score.grounded_correct / score.questions, explanation: `${String(score.grounded_correct)} of ${String(score.questions)} grounded`, metadata };
}
