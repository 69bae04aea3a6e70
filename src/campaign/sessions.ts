import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { messageOf, UserError } from '../common/errors.js';
import type { Place } from '../common/place.js';
import { adaptFiles, adaptPrompt } from '../protocol/adaptations.js';
import type { Manifest, ManifestTask } from '../protocol/manifest.js';
import { wholeReset } from '../protocol/resets.js';
import { ONE_PROBE, PROBE, type ManifestSession, type ManifestTurn } from '../protocol/sessions.js';
import type { PlannedSession } from '../trial/planned.js';
import type { PlannedConfiguration } from './plan.js';

/** A turn of a task as asked: its text, or the scenario's own questions. */
type AskedTurn = { text: string } | typeof PROBE;

/**
 * What a task asks, session by session, its prompt files read.
 * @param place names a place in the task's `sessions`, for the error
 * @throws UserError for a prompt file that is not there, is empty or is not text
 */
export async function readTurns({ sessions = ONE_PROBE }: Pick<ManifestTask, 'sessions'>, manifest: string, place: Place): Promise<AskedTurn[][]> {
  return Promise.all(
    sessions.map(({ turns }, session) => Promise.all(turns.map((turn, index) => readTurn(turn, dirname(manifest), place([session, 'turns', index]))))),
  );
}

async function readTurn(turn: ManifestTurn, folder: string, where: string): Promise<AskedTurn> {
  if (turn === PROBE) return PROBE;
  if (typeof turn === 'string') return { text: turn };
  const refuse = (why: string, cause?: unknown): UserError =>
    new UserError('CLEANSLATE_PROMPT_UNREADABLE', `prompt ${turn.file} ${why}`, { where, hint: 'a relative path starts at the manifest', cause });
  const bytes = await readFile(resolve(folder, turn.file)).catch((cause: unknown) => {
    throw refuse(`cannot be read: ${messageOf(cause)}`, cause);
  });
  if (bytes.length === 0) throw refuse('is empty');
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch (cause) {
    throw refuse('is not UTF-8 text', cause);
  }
}

/** What a task asks in one session, in one profile, whoever is asked. */
export interface AskedSession extends Pick<ManifestSession, 'resets' | 'conversation' | 'warmup'> {
  turns: string[];
  /** Of a task of a battery: what is laid over the workspace before it. */
  laid?: PlannedSession['laid'];
}

/** The sessions of a task in one profile. @param probe the prompt with the profile's questions */
export const askedSessions = (sessions: readonly ManifestSession[] = ONE_PROBE, asked: readonly AskedTurn[][], probe: string): AskedSession[] =>
  sessions.map(({ resets, conversation, warmup }, index) => ({
    resets, conversation, warmup, turns: (asked[index] ?? []).map((turn) => (turn === PROBE ? probe : turn.text)),
  }));

/** The sessions of a case as one configuration has them. What is said of a session counts before its configuration, and that before its task. */
export function planSessions(sessions: readonly AskedSession[], resets: ManifestTask['resets'], { configuration, adapter }: PlannedConfiguration): PlannedSession[] {
  return sessions.map((session, index) => ({
    turns: [...(session.conversation === 'compact' ? [adapter.can?.compact ?? ''] : []), ...session.turns.map((turn) => adaptPrompt(turn, configuration.adaptations))],
    resets: index === 0 ? wholeReset() : wholeReset(resets, configuration.resets, session.resets),
    conversation: session.conversation,
    warmup: [...configuration.warmup, ...session.warmup],
    ...(session.laid && { laid: adaptFiles(session.laid, configuration.adaptations) }),
  }));
}

/** Refuses what an agent cannot do between its sessions. @param place names a place in the task's `sessions` */
export function refuseImpossible({ sessions = [], resets }: ManifestTask, { configuration, adapter }: PlannedConfiguration, place: Place): void {
  for (const [index, session] of sessions.entries()) {
    const { conversation, warmup } = session;
    if (warmup.length > 0 && adapter.outside !== undefined)
      throw new UserError('CLEANSLATE_WARMUP', `configuration \`${configuration.id}\`: ${adapter.id} has no sandbox to run commands in`, { where: place([index, 'warmup']), hint: 'leave `warmup` out, or the configuration' });
    if (conversation === 'new') continue;
    const refuse = (message: string, hint: string): UserError =>
      new UserError('CLEANSLATE_CONVERSATION', `configuration \`${configuration.id}\`: ${message}`, { where: place([index, 'conversation']), hint });
    if (adapter.can === undefined) throw refuse(`${adapter.id} has no conversations that a later session could go on with`, 'leave `conversation` out');
    if (conversation === 'compact' && adapter.can.compact === undefined) throw refuse(`${adapter.id} has no command to compact its conversation`, 'use `resume`, or leave `conversation` out');
    if (wholeReset(resets, configuration.resets, session.resets).history !== 'declared') throw refuse('a conversation that goes on is history that is kept', 'add `resets: { history: declared }`');
  }
}

/** The prompt whose answer is scored. */
export const lastPrompt = (sessions: readonly AskedSession[]): string => sessions.at(-1)?.turns.at(-1) ?? '';

/** A task's part of trial ids: what the manifest calls it, else its scenario's id, in the characters that trial ids have. */
export const taskId = ({ id }: Pick<ManifestTask, 'id'>, scenario: string): string => id ?? scenario.toLowerCase().replaceAll(/[^a-z0-9_-]+/g, '-').replaceAll(/^-+|-+$/g, '').slice(0, 63);

/** The task of a manifest that trial ids call so. @param scenario the id of the scenario that was locked for it */
export const taskCalled = (task: string, { tasks }: Pick<Manifest, 'tasks'>, scenario: string): ManifestTask | undefined => tasks.find((one) => taskId(one, scenario) === task);

/** What is added to a case's key for a prompt. @param turns how many each session has @param session from 0 @param turn from 0 */
const promptName = (turns: readonly number[], session: number, turn: number): string =>
  session === turns.length - 1 && turn === (turns[session] ?? 0) - 1 ? '' : `/session-${String(session + 1)}/turn-${String(turn + 1)}`;

/** Every prompt of a case by what is added to the case's key: nothing for the last one, `/session-<k>/turn-<n>` for those before it. */
export function promptsOf({ sessions }: { sessions: readonly AskedSession[] }): [string, string][] {
  const counts = sessions.map(({ turns }) => turns.length);
  return sessions.flatMap(({ turns }, session) => turns.map((prompt, turn): [string, string] => [promptName(counts, session, turn), prompt]));
}

/** The prompts of a case, session by session and turn by turn, from where they are kept. @param kept gives the one with this addition to the case's key */
export function readPrompts(sessions: readonly ManifestSession[] = ONE_PROBE, kept: (name: string) => Promise<string>): Promise<string[][]> {
  const counts = sessions.map(({ turns }) => turns.length);
  return Promise.all(counts.map((count, session) => Promise.all(Array.from({ length: count }, (_, turn) => kept(promptName(counts, session, turn))))));
}
