const ABBREVIATION = /(?:^|[\s(])(?:e\.g|i\.e|etc|cf|vs|approx|ca|no|nr|dr|mr|mrs|ms|st|\p{L})\.$/iu;
const end = /[.!?…]+["'”’)\]*_`~]*(?=\s|$)/gu;

/**
 * The sentences of a piece of text, as [start, end) in `source`: whole, with their closing mark.
 * A full stop ends one where the next word does not go on in lower case and no abbreviation stands before it.
 */
export function sentencesIn(source: string, from: number, to: number): [number, number][] {
  const text = source.slice(from, to);
  const found: [number, number][] = [];
  let start = 0;
  for (const match of text.matchAll(end)) {
    const stop = match.index + match[0].length;
    const next = /^\s+(\S)/.exec(text.slice(stop, stop + 200))?.[1];
    if (next !== undefined && (/\p{Ll}/u.test(next) || ABBREVIATION.test(text.slice(Math.max(0, match.index - 10), match.index + 1)))) continue;
    found.push([start, stop]);
    start = stop + (/^\s*/.exec(text.slice(stop))?.[0].length ?? 0);
  }
  if (text.slice(start).trim() !== '') found.push([start, start + text.slice(start).trimEnd().length]);
  return found.map(([first, last]) => [from + first, from + last]);
}
