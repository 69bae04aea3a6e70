/** A word of a text and where it stands, lower case. Everything that is not a letter or digit separates words. */
export interface Word {
  text: string;
  start: number;
  end: number;
}

const word = /[\p{L}\p{N}]+(?:['’]\p{L}+)?/gu;

export const wordsOf = (text: string): Word[] =>
  [...text.matchAll(word)].map((match) => ({
    text: match[0].toLowerCase(),
    start: match.index,
    end: match.index + match[0].length,
  }));

export const plainWords = (text: string): string[] => wordsOf(text).map(({ text }) => text);

/** Words of a code such as `in-memory` or `30_days`: its separators count as spaces. */
export const codeWords = (code: string): string[] => plainWords(code.replaceAll('_', ' '));

/** Every place where `sought` stands in `words` in a row, as [from, to) in words. */
export function findWords(words: readonly string[], sought: readonly string[]): [number, number][] {
  const found: [number, number][] = [];
  if (sought.length === 0) return found;
  for (let at = 0; at + sought.length <= words.length; at++) {
    if (sought.every((text, index) => words[at + index] === text)) found.push([at, at + sought.length]);
  }
  return found;
}

/** A word without its commonest English endings, so that `uses` meets `used` and `delivery` meets `delivers`. */
export function stem(text: string): string {
  if (text.length < 4) return text;
  const base = text.replace(/['’]s$/, '').replace(/(?:ies|ied)$/, 'y').replace(/(?:ings?|edly|ed|es|s|ly)$/, '');
  const short = base.length < 3 ? text : base;
  return short.replace(/([^aeiouls])\1$/, '$1').replace(/[ey]$/, '');
}

const EMPTY = new Set(
  ('a an the this that these those it its and or but of in on at to for from by with as is are was were be been being do does did has have had will would ' +
    'shall should can could may might must not no which what who whom whose when where why how any all each every some there than then so if we our us you ' +
    'your they their them he she his her i my about into over under after before during until while exactly one answer').split(' '),
);

/** Stems of the words that carry meaning. */
export const contentStems = (text: string): string[] => plainWords(text).filter((text) => !EMPTY.has(text)).map(stem);
