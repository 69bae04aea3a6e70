import { sha256 } from '../common/digest.js';
import { pretty } from '../common/json.js';
import type { AttemptStore } from '../evidence/attempt.js';
import type { SelectedCase } from '../scenario/profiles.js';
import { scoreChecklist } from '../scoring/checklist/check.js';
import { normalizeAnswer, quoteCharacters, scoreCase, type Normalization, type Score } from '../scoring/index.js';
import { ANSWER_TOO_LARGE, MAX_ANSWER_BYTES } from './answer.js';
import { evidenceIn } from './checklist/evidence-in.js';
import type { BatteryAbout, PlannedTrial } from './planned.js';
import type { Scored, Valid } from './states.js';
import type { Signal } from '../agents/adapter.js';

/** Scores a valid attempt and keeps the answer as given, as normalised, and the score. */
export async function scoreAttempt(valid: Valid, store: AttemptStore): Promise<Scored> {
  const { about, normalize } = valid.trial;
  if (about.kind === 'battery') return { ...valid, ...(await keepPoints(about, valid, store)) };
  return { ...valid, ...(await keepScore({ selected: about.selected, normalize }, valid.answer ?? '', store, unreadableAnswer(valid.answer, valid.signals))) };
}

/** Why there is no answer to read although the agent gave one: that is not the same as none. */
export const unreadableAnswer = (answer: string | null, signals: readonly Pick<Signal, 'kind'>[]): string | undefined =>
  answer === null && signals.some(({ kind }) => kind === ANSWER_TOO_LARGE) ? `the response is larger than ${String(MAX_ANSWER_BYTES)} bytes` : undefined;

/** The score of an answer to a scenario's questions, and the text that was scored. @param unreadable why there is nothing to read */
export function scoreAnswer({ selected, normalize }: ScenarioScoring, raw: string, unreadable?: string): { score: Score; text: string; applied: Normalization } {
  const { text, applied } = normalizeAnswer(raw, normalize);
  const scored = scoreCase(selected, text);
  return { score: unreadable !== undefined && scored.format_failure !== null ? { ...scored, format_failure: unreadable } : scored, text, applied };
}

/** What decides on the score of a scenario's questions. */
export interface ScenarioScoring {
  selected: SelectedCase;
  normalize: PlannedTrial['normalize'];
}

/** The checks of a task look at what is kept of its attempt: the answer as given, the trace, the files of its sessions. */
async function keepPoints({ task, sha256: digest }: BatteryAbout, { answer, trial }: Valid, store: AttemptStore): Promise<Pick<Scored, 'score' | 'normalized' | 'quote_characters'>> {
  await store.refer('task', digest);
  const raw = answer ?? '';
  const evidence = await evidenceIn({ dir: store.dir, sessions: task.sessions.length, material: store.material, showsCalls: trial.adapter.knows.tools });
  const score = scoreChecklist(task.checks, evidence);
  await store.write('normalization.json', pretty({ mode: 'none', applied: 'none', raw_sha256: sha256(raw), normalized_sha256: sha256(raw) }));
  if (isJson(raw)) await store.write('answer.json', raw);
  await store.write('score.json', pretty(score));
  return { score, normalized: 'none', quote_characters: null };
}

/** The same for an answer that a person attached. @param unreadable why there is nothing to read */
export async function keepScore(scoring: ScenarioScoring, raw: string, store: AttemptStore, unreadable?: string): Promise<Pick<Scored, 'score' | 'normalized' | 'quote_characters'>> {
  const { score, text, applied } = scoreAnswer(scoring, raw, unreadable);
  await store.write('normalization.json', pretty({ mode: scoring.normalize, applied, raw_sha256: sha256(raw), normalized_sha256: sha256(text) }));
  if (isJson(text)) await store.write('answer.json', text);
  await store.write('score.json', pretty(score));
  return { score, normalized: applied, quote_characters: quoteCharacters(score) };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
