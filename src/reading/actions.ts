import type { Choice } from './choose.js';
import { takesBack } from './polarity.js';
import type { Question } from './task.js';
import { OPEN } from './weigh.js';
import { codeWords, contentStems, findWords, plainWords, stem, wordsOf } from './words.js';

/** Codes for leaving things as they are for now. */
const waiting = /^(?:hold|wait|keep|defer|delay|postpone|pause|ask|await|withhold)\b/i;

/**
 * The offered action that the chosen statement supports: the one it names word for word; else, where the matter is open, the one that waits;
 * else the one that shares most words with it. Empty where the question offers none.
 */
export function actionFor({ actions }: Question, { value, statement }: Choice): string {
  const words = wordsOf(statement.text);
  const named = actions.filter((action) =>
    findWords(plainWords(statement.text), codeWords(action)).some(([from, to]) => !takesBack(statement.text, words[from]?.start ?? 0, words[to - 1]?.end ?? 0)),
  );
  const cautious = OPEN.test(value) ? actions.filter((action) => waiting.test(action)) : [];
  const said = new Set(contentStems(statement.text));
  const shared = (action: string): number => codeWords(action).filter((word) => said.has(stem(word))).length;
  const ranked = [...actions].sort((a, b) => shared(b) - shared(a));
  return named[0] ?? cautious[0] ?? ranked[0] ?? '';
}
