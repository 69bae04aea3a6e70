import { join } from 'node:path';
import { attemptDir, sessionDir } from '../evidence/layout.js';
import { optionalJson } from '../trial/attempt-files.js';
import { readAttemptRecord } from '../trial/attempt-record.js';
import type { ResetRecord } from '../trial/reset/reset-record.js';
import type { CampaignOnDisk, ResultLine } from './read-campaign.js';
import { byRow, rowKey } from './trial-id.js';

/** In how many states one session after the first began, over the runs of a row that got so far. */
export interface SessionStates {
  /** `<configuration>.<task>.<profile>` */
  row: string;
  session: number;
  runs: number;
  /** Different digests of its initial state. */
  states: number;
  /** Where there are several: classes of which a run was given what its agent had left, sorted. Without any, nothing explains them. */
  given: string[];
}

/** Of every row with trials of several sessions, over its attempts that count; sorted. What cannot be read any more is for `verify` to tell. */
export async function sessionStates({ dir, results }: Pick<CampaignOnDisk, 'dir' | 'results'>): Promise<SessionStates[]> {
  const found: SessionStates[] = [];
  for (const lines of byRow(results.filter(({ agent }) => agent !== 'manual'))) {
    const digests = new Map<number, string[]>();
    for (const { trial, attempt } of lines) {
      const record = await readAttemptRecord(dir, trial, attempt).catch(() => undefined);
      for (const { session, initial_state } of record?.sessions ?? []) if (session > 1) digests.set(session, [...(digests.get(session) ?? []), initial_state]);
    }
    for (const [session, all] of [...digests].sort(([a], [b]) => a - b)) {
      const states = new Set(all).size;
      found.push({ row: rowKey(lines[0]), session, runs: all.length, states, given: states > 1 ? await givenIn(dir, lines, session) : [] });
    }
  }
  return found;
}

async function givenIn(dir: string, lines: readonly Pick<ResultLine, 'trial' | 'attempt'>[], session: number): Promise<string[]> {
  const classes = new Set<string>();
  for (const { trial, attempt } of lines) {
    const reset = await optionalJson<ResetRecord>(join(attemptDir(dir, trial, attempt), sessionDir(session), 'reset.json')).catch(() => undefined);
    for (const { class: name } of reset?.carried ?? []) if (name !== undefined) classes.add(name);
  }
  return [...classes].sort();
}

/** Rows and sessions whose states differ although nothing that an agent left was carried: that must never be. */
export const unexplained = (all: readonly SessionStates[]): string[] => all.filter(({ states, given }) => states > 1 && given.length === 0).map(nameOf);

const nameOf = ({ row, session }: SessionStates): string => `${row} session ${String(session)}`;

/** What is to be said of them, line by line; nothing where no trial has a second session. */
export function sessionStateLines(all: readonly SessionStates[]): string[] {
  if (all.length === 0) return [];
  const varying = all.filter(({ states, given }) => states > 1 && given.length > 0);
  const same = all.filter(({ states }) => states === 1).length;
  return [
    `Sessions after the first: ${String(same)} of ${String(all.length)} began in one state over all their runs${varying.length === 0 ? '.' : '; the others with what their agent had left:'}`,
    ...varying.map((one) => `- ${nameOf(one)}: ${String(one.states)} states in ${String(one.runs)} runs (${one.given.join(', ')})`),
  ];
}
