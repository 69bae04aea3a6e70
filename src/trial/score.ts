import { sha256 } from '../common/digest.js';
import { pretty } from '../common/json.js';
import type { AttemptStore } from '../evidence/attempt.js';
import { normalizeAnswer, quoteCharacters, scoreCase } from '../scoring/index.js';
import type { Scored, Valid } from './states.js';

/** Scores a valid attempt and keeps the answer as given, as normalised, and the score. */
export async function scoreAttempt(valid: Valid, store: AttemptStore): Promise<Scored> {
  const { trial, answer } = valid;
  const raw = answer ?? '';
  const { text, applied } = normalizeAnswer(raw, trial.normalize);
  const score = scoreCase(trial.selected, text);
  await store.write('normalization.json', pretty({ mode: trial.normalize, applied, raw_sha256: sha256(raw), normalized_sha256: sha256(text) }));
  if (isJson(text)) await store.write('answer.json', text);
  await store.write('score.json', pretty(score));
  return { ...valid, score, normalized: applied, quote_characters: quoteCharacters(score) };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
