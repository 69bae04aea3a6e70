import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../common/errors.js';
import { attemptDir, INTERRUPTED_FILE, partialDir } from '../evidence/layout.js';
import type { Score } from '../scoring/index.js';
import type { TraceEvent } from '../trace/events.js';
import type { AttemptRecord } from '../trial/attempt-record.js';
import type { WitnessFile } from '../trial/reconcile/witness.js';
import type { CampaignOnDisk } from './read-campaign.js';
import { readSlots } from './slots.js';

/** A change as changes.json has it, as far as it is shown. */
export interface ShownChange {
  path: string;
  kind: string;
  from?: string;
}

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
  patches: Record<string, string>;
  answer: string | undefined;
  score: Score | undefined;
  /** What the agent's own stream and the wire say of each other, for agents with a model. */
  witness: WitnessFile | undefined;
}

/**
 * Reads one attempt of a trial: the one that counts, else the last, else the one that was asked for.
 * @throws UserError for a trial or attempt that is not there
 */
export async function readTrial({ dir, campaign, entries }: CampaignOnDisk, trial: string, asked: string | undefined): Promise<ShownTrial> {
  if (!campaign.trials.includes(trial)) throw unknownTrial(trial, campaign.trials);
  const slot = readSlots(entries).get(trial);
  const attempt = asked === undefined ? (slot?.valid ?? slot?.attempts ?? 0) : Number(asked);
  const folder = [attemptDir(dir, trial, attempt), partialDir(dir, trial, attempt)].find((path) => existsSync(path));
  if (folder === undefined) {
    const hint = slot ? `it has attempts 1 to ${String(slot.attempts)}` : 'it has not been started';
    throw new UserError('CLEANSLATE_NO_ATTEMPT', `no attempt ${asked ?? ''} of ${trial}`.replace('  ', ' '), { where: dir, hint });
  }
  const json = async <T>(name: string): Promise<T | undefined> => parse<T>(await text(join(folder, name)));
  const trace = (await text(join(folder, 'trace.jsonl'))) ?? '';
  const shown: ShownTrial = {
    trial,
    attempt,
    attempts: slot?.attempts ?? attempt,
    dir: folder,
    record: await json('attempt.json'),
    interrupted: (await json<{ reason: string }>(INTERRUPTED_FILE))?.reason,
    events: trace.slice(0, trace.lastIndexOf('\n') + 1).split('\n').slice(0, -1).map((line) => JSON.parse(line) as TraceEvent),
    changes: {},
    patches: {},
    answer: await text(join(folder, 'answer.txt')),
    score: await json('score.json'),
    witness: await json('witness.json'),
  };
  for (const { name, path } of await changesIn(folder)) {
    shown.changes[name] = (await json<{ changes: ShownChange[] }>(`${path}/changes.json`))?.changes ?? [];
    const patch = await text(join(folder, path, 'changes.patch'));
    if (patch !== undefined) shown.patches[name] = patch;
  }
  return shown;
}

/** Where changes are kept, and what they are called: those of the sessions before the last come first. */
async function changesIn(folder: string): Promise<{ name: string; path: string }[]> {
  const sessions = (await readdir(folder)).filter((name) => /^session-\d+$/.test(name)).sort((a, b) => Number(a.slice(8)) - Number(b.slice(8)));
  const roots = async (below: string, name: string): Promise<{ name: string; path: string }[]> =>
    (await readdir(join(folder, below)).catch(() => [])).map((root) => ({ name: `${name}${root}`, path: `${below}/${root}` }));
  return (await Promise.all([...sessions.map((session) => roots(`${session}/changes`, `${session}/`)), roots('changes', '')])).flat();
}

const text = (path: string): Promise<string | undefined> => readFile(path, 'utf8').catch(() => undefined);

const parse = <T>(content: string | undefined): T | undefined => (content === undefined ? undefined : (JSON.parse(content) as T));

function unknownTrial(trial: string, trials: readonly string[]): UserError {
  const parts = trial.split('.');
  const likeness = (id: string): number => (id.includes(trial) ? Infinity : id.split('.').filter((part, index) => part === parts[index]).length);
  const near = trials.filter((id) => likeness(id) > 1).toSorted((a, b) => likeness(b) - likeness(a) || 0).slice(0, 3);
  const hint = near.length > 0 ? `there is ${near.join(', ')}` : '`cleanslate show DIR` lists the trials';
  return new UserError('CLEANSLATE_NO_TRIAL', `no trial ${JSON.stringify(trial)}`, { hint });
}
