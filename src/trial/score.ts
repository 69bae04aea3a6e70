import { sha256 } from '../common/digest.js';
import { pretty } from '../common/json.js';
import type { AttemptStore } from '../evidence/attempt.js';
import { normalizeAnswer, quoteCharacters, scoreCase } from '../scoring/index.js';
import type { PlannedTrial } from './planned.js';
import type { Scored, Valid } from './states.js';

/** Scores a valid attempt and keeps the answer as given, as normalised, and the score. */
export async function scoreAttempt(valid: Valid, store: AttemptStore): Promise<Scored> {
  return { ...valid, ...(await keepScore(valid.trial, valid.answer ?? '', store)) };
}

/** The same for an answer that a person attached. */
export async function keepScore({ selected, normalize }: Pick<PlannedTrial, 'selected' | 'normalize'>, raw: string, store: AttemptStore): Promise<Pick<Scored, 'score' | 'normalized' | 'quote_characters'>> {
  const { text, applied } = normalizeAnswer(raw, normalize);
  const score = scoreCase(selected, text);
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
