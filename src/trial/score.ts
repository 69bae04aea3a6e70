import { sha256 } from '../common/digest.js';
import { pretty } from '../common/json.js';
import type { AttemptStore } from '../evidence/attempt.js';
import { normalizeAnswer, quoteCharacters, scoreCase } from '../scoring/index.js';
import { ANSWER_TOO_LARGE, MAX_ANSWER_BYTES } from './answer.js';
import type { PlannedTrial } from './planned.js';
import type { Scored, Valid } from './states.js';

/** Scores a valid attempt and keeps the answer as given, as normalised, and the score. */
export async function scoreAttempt(valid: Valid, store: AttemptStore): Promise<Scored> {
  // There is one, and it could not be kept: that is not the same as none.
  const unreadable = valid.answer === null && valid.signals.some(({ kind }) => kind === ANSWER_TOO_LARGE) ? `the response is larger than ${String(MAX_ANSWER_BYTES)} bytes` : undefined;
  return { ...valid, ...(await keepScore(valid.trial, valid.answer ?? '', store, unreadable)) };
}

/** The same for an answer that a person attached. @param unreadable why there is nothing to read */
export async function keepScore({ selected, normalize }: Pick<PlannedTrial, 'selected' | 'normalize'>, raw: string, store: AttemptStore, unreadable?: string): Promise<Pick<Scored, 'score' | 'normalized' | 'quote_characters'>> {
  const { text, applied } = normalizeAnswer(raw, normalize);
  const scored = scoreCase(selected, text);
  const score = unreadable !== undefined && scored.format_failure !== null ? { ...scored, format_failure: unreadable } : scored;
  await store.write('normalization.json', pretty({ mode: normalize, applied, raw_sha256: sha256(raw), normalized_sha256: sha256(text) }));
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
