import { namesAt } from './names.js';
import { takesBack } from './polarity.js';
import type { Statement } from './statements.js';
import { codeWords, contentStems, findWords, stem, wordsOf } from './words.js';

/** How rare each stem is among the statements: rare words say what a sentence is about. */
export class Rarity {
  readonly #count = new Map<string, number>();
  readonly #total: number;

  constructor(statements: readonly Statement[]) {
    this.#total = statements.length;
    for (const { stems, around } of statements) for (const each of new Set([...stems, ...around])) this.#count.set(each, (this.#count.get(each) ?? 0) + 1);
  }

  /** 0 for a stem that no statement has: it tells nothing apart. */
  weight(each: string): number {
    const count = this.#count.get(each);
    return count === undefined ? 0 : Math.log(1 + this.#total / count);
  }
}

/** Share of the question's words that a statement meets, 0 to 1, by weight; a word met only in the headings around it counts half. */
export function overlap(asked: ReadonlySet<string>, { stems, around }: Statement, rarity: Rarity): number {
  let met = 0;
  let total = 0;
  for (const each of asked) {
    const weight = rarity.weight(each);
    total += weight;
    met += stems.has(each) ? weight : around.has(each) ? weight / 2 : 0;
  }
  return total === 0 ? 0 : met / total;
}

/** The stems a question asks with, but for names and values. */
export const askedStems = (subject: string, names: ReadonlySet<string>): Set<string> => {
  const skip = new Set([...names].map(stem));
  return new Set(contentStems(subject).filter((each) => !skip.has(each)));
};

/** Values that leave a matter open. */
export const OPEN = /^(?:un(?:confirm|resolv|decid|known|clear|set|determin)\w*|open|pending|tbd)$/i;

/** What a statement says about the offered values: the one it gives, and those it takes back. */
export interface Reading {
  gives: string | undefined;
  takesBack: string[];
}

/** How a value may be written: `exact` word for word or, for `un…`, as `not …`; `loose` also in another form of its words. */
export type Writing = 'exact' | 'loose';

/**
 * Reads one statement for one question. A value counts where the statement speaks of the names asked for (`about`);
 * of several values that it gives, the last one holds ("first X, then Y").
 */
export function read(statement: Statement, values: readonly string[], about: ReadonlySet<string>, known: ReadonlySet<string>, writing: Writing): Reading {
  const given: { value: string; at: number }[] = [];
  const back: string[] = [];
  for (const value of values) {
    const places = placesOf(statement.text, value, writing).filter(([start, end]) => {
      const names = namesAt(statement, start, end, known);
      return [...about].every((name) => names.has(name));
    });
    const holding = places.filter(([start, end]) => !takesBack(statement.text, start, end));
    if (holding.length > 0) given.push({ value, at: Math.max(...holding.map(([start]) => start)) });
    else if (places.length > 0) back.push(value);
  }
  return { gives: lastGiven(statement.text, given), takesBack: back };
}

/** Of several values the last one holds, but one that leaves the matter open is only overcome by a `now`. */
function lastGiven(text: string, given: { value: string; at: number }[]): string | undefined {
  const inOrder = given.sort((a, b) => a.at - b.at);
  const open = inOrder.findLast(({ value, at }) => OPEN.test(value) && !/\bnow\b/i.test(text.slice(at)));
  return (open ?? inOrder.at(-1))?.value;
}

function placesOf(text: string, value: string, writing: Writing): [number, number][] {
  const words = wordsOf(text);
  const form = writing === 'exact' ? (each: string): string => each : stem;
  const found = findWords(words.map(({ text }) => form(text)), codeWords(value).map(form));
  const spans = found.map(([from, to]): [number, number] => [words[from]?.start ?? 0, words[to - 1]?.end ?? 0]);
  return /^un(?=\w{4})/.test(value) ? [...spans, ...openForm(text, value.slice(2))] : spans;
}

function openForm(text: string, positive: string): [number, number][] {
  const root = stem(positive).replaceAll(/[^\p{L}]/gu, '');
  return [...text.matchAll(new RegExp(`\\b(?:not|never|nothing|n['’]t)\\s+(?:\\w+\\s+){0,2}${root}\\w*`, 'gi'))].map((match) => [match.index, match.index + match[0].length]);
}
