/** A part of a source: what was quoted of it, and by whom. */
export interface MarkedPart {
  text: string;
  /** Where it stands in quotes of the answer, and in the quotes that were expected: by their questions. */
  cited: string[];
  expected: string[];
}

/** A quote that is looked for in a source. */
export interface Quote {
  question: string;
  text: string;
  kind: 'cited' | 'expected';
}

/** Cuts a source where quotes begin and end, so that each part says what covers it. A quote that is not in it leaves no mark. */
export function markedParts(source: string, quotes: readonly Quote[]): MarkedPart[] {
  const found = quotes.flatMap((quote) => {
    const from = quote.text === '' ? -1 : source.indexOf(quote.text);
    return from === -1 ? [] : [{ ...quote, from, to: from + quote.text.length }];
  });
  const cuts = [...new Set([0, source.length, ...found.flatMap(({ from, to }) => [from, to])])].sort((a, b) => a - b);
  return cuts.slice(1).map((to, at) => {
    const from = cuts[at] ?? 0;
    const over = found.filter((one) => one.from < to && one.to > from);
    const of = (kind: Quote['kind']): string[] => over.filter((one) => one.kind === kind).map(({ question }) => question);
    return { text: source.slice(from, to), cited: of('cited'), expected: of('expected') };
  });
}
