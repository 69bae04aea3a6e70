import { join } from 'node:path';
import { wholeLines } from '../common/whole-lines.js';
import { INTERRUPTED_FILE, sessionDir } from '../evidence/layout.js';
import type { TrialScore } from '../scoring/index.js';
import type { TraceEvent } from '../trace/events.js';
import type { AttemptRecord } from '../trial/attempt-record.js';
import { optionalJson, optionalText, sessionsIn } from '../trial/attempt-files.js';
import { ATTRIBUTION_FILE, type Attribution } from '../trial/attribution/file.js';
import type { Delivery } from '../trial/delivery/file.js';
import { DELIVERY_FILE } from '../trial/delivery/keep.js';
import type { ResetRecord } from '../trial/reset/reset-record.js';
import type { WitnessFile } from '../trial/reconcile/witness.js';
import type { MemoryChange } from './memory-text.js';
import { memoryIn, readChanges, servicesIn, type ShownChange } from './read-changes.js';
import { publicationOf, type Publication } from './closed.js';
import { adjudicationOfAttempt, type Adjudication } from './acts/adjudications.js';
import type { Task } from '../protocol/battery/task.js';
import type { ServiceReset } from './reset-text.js';
import { pickAttempt } from './pick-attempt.js';
import type { CampaignOnDisk } from './read-campaign.js';
import { taskOf } from './read-task.js';
import { partsOf } from './trial-id.js';

/** One attempt of a trial as its evidence shows it; what it does not have (yet) is undefined. */
export interface ShownTrial {
  trial: string;
  attempt: number;
  /** All attempts of the trial. */
  attempts: number;
  dir: string;
  record: AttemptRecord | undefined;
  interrupted: string | undefined;
  events: TraceEvent[];
  /** By root; of sessions before the last, by `session-<k>/<root>`. */
  changes: Record<string, ShownChange[]>;
  /** Of each session whose state was seen, in their order. */
  resets: ResetRecord[];
  /** The same of the services beside the agent. */
  serviceResets: ServiceReset[];
  patches: Record<string, string>;
  answer: string | undefined;
  score: TrialScore | undefined;
  /** Whether what it scored is an index's, and then whether that is published. */
  publication: Publication;
  /** Of a task of a battery, of the attempt that counts. */
  adjudication: Adjudication | undefined;
  /** Of a task of a battery: the task with its key; undefined where its campaign has it no more. */
  task: Task | undefined;
  /** What the agent's own stream and the wire say of each other, for agents with a model. */
  witness: WitnessFile | undefined;
  /** What reached the model, and where its memory failed. */
  delivery: Delivery | undefined;
  /** Every change with the tool call that made it. */
  attribution: Attribution | undefined;
  /** What it wrote into its memory, with the diffs. */
  memory: MemoryChange[];
}

/**
 * Reads one attempt of a trial: the one that counts, else the last, else the one that was asked for.
 * @throws UserError for a trial or attempt that is not there
 */
export async function readTrial(campaign: CampaignOnDisk, trial: string, asked: string | undefined): Promise<ShownTrial> {
  const { dir: folder, attempt, attempts } = pickAttempt(campaign, trial, asked);
  const json = <T>(name: string): Promise<T | undefined> => optionalJson<T>(join(folder, name));
  const trace = (await optionalText(join(folder, 'trace.jsonl'))) ?? '';
  const shown: ShownTrial = {
    trial,
    attempt,
    attempts,
    dir: folder,
    record: await json('attempt.json'),
    interrupted: (await json<{ reason: string }>(INTERRUPTED_FILE))?.reason,
    events: wholeLines(trace).map((line) => JSON.parse(line) as TraceEvent),
    changes: {},
    resets: [],
    serviceResets: [],
    patches: {},
    answer: await optionalText(join(folder, 'answer.txt')),
    score: await json('score.json'),
    publication: publicationOf(campaign),
    adjudication: adjudicationOfAttempt(campaign, trial, attempt),
    task: await taskOf(campaign, partsOf(trial).task),
    witness: await json('witness.json'),
    delivery: await json(DELIVERY_FILE),
    attribution: await json(ATTRIBUTION_FILE),
    memory: [],
  };
  const sessions = await sessionsIn(folder);
  for (const session of sessions.map(sessionDir)) {
    const reset = await json<ResetRecord>(`${session}/reset.json`);
    if (reset) shown.resets.push(reset);
    for (const service of await servicesIn(folder, session)) {
      const ofService = await json<ResetRecord>(`${session}/services/${service}/reset.json`);
      if (ofService) shown.serviceResets.push({ service, reset: ofService });
    }
  }
  const roots = await readChanges(folder, sessions);
  for (const { name, changes, patch } of roots) {
    shown.changes[name] = changes;
    if (patch !== undefined) shown.patches[name] = patch;
  }
  if (shown.attribution) shown.memory = await memoryIn(shown.attribution, roots);
  return shown;
}
