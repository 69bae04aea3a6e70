import { diffWordsWithSpace } from 'diff';
import { sameUntil } from '../../common/same-until.js';

/** A stretch of one side's text, and whether the other side does not have it there. */
export interface MarkedPart {
  text: string;
  differs: boolean;
}

/** Characters of each side that are shown, and how many of them may come before the first difference. */
const SHOWN = 3000;
const LEAD = 300;
/** Words that come and go before nothing is looked for any more: what is that far apart is another text as a whole. */
const MOST_EDITS = 600;

/**
 * Two texts that differ, each in parts by words: what both have, and what only one has. Long texts are cut around the first place
 * where they differ, with an ellipsis where something is left out. The same texts give the same parts.
 */
export function markedDifference(a: string, b: string): [MarkedPart[], MarkedPart[]] {
  const same = sameUntil(a, b);
  const [left, right] = [cutAround(a, same), cutAround(b, same)];
  const parts = diffWordsWithSpace(left, right, { maxEditLength: MOST_EDITS });
  if (!parts) return [[{ text: left, differs: true }], [{ text: right, differs: true }]];
  const side = (other: 'added' | 'removed', own: 'added' | 'removed'): MarkedPart[] => joined(parts.filter((part) => !part[other]).map((part) => ({ text: part.value, differs: part[own] })));
  return [side('added', 'removed'), side('removed', 'added')];
}

/** A space between two words that differ says nothing by itself: they are one part. */
function joined(parts: readonly MarkedPart[]): MarkedPart[] {
  const made: MarkedPart[] = [];
  for (const [at, { text, differs: own }] of parts.entries()) {
    const differs = own || (/^ +$/.test(text) && (parts[at - 1]?.differs ?? false) && (parts[at + 1]?.differs ?? false));
    const last = made.at(-1);
    if (last?.differs === differs) last.text += text;
    else made.push({ text, differs });
  }
  return made;
}

/** From a line's beginning where one is near; never half of a surrogate pair. */
function cutAround(text: string, at: number): string {
  const line = text.lastIndexOf('\n', at - LEAD / 2) + 1;
  const start = at <= LEAD ? 0 : whole(text, line > at - LEAD ? line : at - LEAD);
  const end = whole(text, Math.min(text.length, start + SHOWN));
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`;
}

const whole = (text: string, at: number): number => (/[\udc00-\udfff]/.test(text[at] ?? '') ? at + 1 : at);
