import type { Question } from './task.js';
import type { Statement } from './statements.js';
import { codeWords, plainWords } from './words.js';

const CALENDAR = 'january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday';
const OPENERS = 'which what who whom whose when where why how in on at for from by with as is are was were do does did has have had will would should can may must the a an';
const plain = new Set(`${CALENDAR} ${OPENERS}`.split(' '));

/** Names of what a question is about, lower case: its capitalised words, but for days, months, question words and the values it offers. */
export function namesIn({ subject, values }: Pick<Question, 'subject' | 'values'>): Set<string> {
  const offered = new Set(values.flatMap(codeWords));
  const found = [...subject.matchAll(/(?<![\p{L}\p{N}])\p{Lu}\p{Ll}[\p{L}\p{N}]*/gu)].map(([word]) => word.toLowerCase());
  return new Set(found.filter((word) => !plain.has(word) && !offered.has(word)));
}

const intersect = (words: Iterable<string>, names: ReadonlySet<string>): Set<string> => new Set([...words].filter((word) => names.has(word)));

/** A name in such a phrase is compared with, not spoken of. */
const comparison = /\b(?:unlike|independent(?:ly)? of|regardless of|whatever|as opposed to|in contrast to|compared (?:to|with)|different(?:ly)? from|than)\s[^,;.()]*/gi;
const VALUE = '\u0001';

/**
 * Which of the `known` names a statement speaks of where a value stands at [start, end) of it: those of the sentence; of several, those in
 * the value's own clause or the nearest clause before it; of none, those of the headings, items and path around it.
 */
export function namesAt({ text, context, source }: Statement, start: number, end: number, known: ReadonlySet<string>): Set<string> {
  const marked = (text.slice(0, start) + VALUE + text.slice(end)).replace(comparison, (phrase) => (phrase.includes(VALUE) ? VALUE : ''));
  const spoken = intersect(plainWords(marked), known);
  if (spoken.size === 0) return intersect(plainWords(`${context} ${source}`), known);
  if (spoken.size === 1) return spoken;
  const clauses = clausesOf(marked, known).map((clause) => ({ here: clause.includes(VALUE), names: intersect(plainWords(clause), known) }));
  const at = clauses.findIndex(({ here }) => here);
  const own = clauses.slice(0, at + 1).findLast(({ names }) => names.size > 0) ?? clauses.slice(at).find(({ names }) => names.size > 0);
  return own?.names ?? spoken;
}

/** Splits at commas and conjunctions, but not inside an enumeration of names (`Both Atlas and Beacon …`). */
function clausesOf(text: string, known: ReadonlySet<string>): string[] {
  const clauses: string[] = [];
  for (const part of text.split(/((?:,|;|:)\s|\s(?:and|or|while|whereas|but)\s)/)) {
    const last = clauses.at(-1) ?? '';
    const enumerated = known.has(plainWords(last).at(-1) ?? '') && /^(?:,\s|\s(?:and|or)\s)$/.test(part);
    if (clauses.length === 0 || enumerated || /(?:,|\sand|\sor)\s$/.test(last)) clauses.splice(-1, 1, last + part);
    else if (/^(?:[,;:]\s|\s\w+\s)$/.test(part)) clauses.push('');
    else clauses.splice(-1, 1, last + part);
  }
  return clauses;
}
