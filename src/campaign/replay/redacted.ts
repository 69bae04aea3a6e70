import { sameUntil } from '../../common/same-until.js';
import type { Redactions } from '../../evidence/bundle/redactions.js';
import type { Divergence } from '../../trial/compare/divergence.js';

/** A place that a bundle's publisher took out: named where the name had room, stars where it had none. */
const MASK = /\[redacted:[^\]]*\]?\**|\*{3,}/g;

/** Kinds of what was redacted of an attempt's evidence, sorted; none in a campaign that is no bundle. @param path of the attempt, relative to the campaign */
export const redactedKinds = ({ list }: Redactions, path: string): string[] =>
  [...new Set(list.filter(({ file }) => file.startsWith(`${path}/`)).flatMap(({ kinds }) => kinds))].sort();

/** What differs for sure, and where the first difference is a place that was redacted: what stood there, and behind it, nobody can compare. */
export interface Told {
  differing: Divergence[];
  unknown: Divergence[];
}

export function tellApart(divergences: readonly Divergence[]): Told {
  return { differing: divergences.filter((one) => !beginsAtMask(one)), unknown: divergences.filter(beginsAtMask) };
}

function beginsAtMask({ a, b }: Divergence): boolean {
  if (a === null || b === null) return false;
  const same = sameUntil(a, b);
  return [...a.matchAll(MASK)].some(({ index, 0: mask }) => index <= same && same < index + mask.length);
}

/** For the notes of a replay. */
export const redactedNote = (kinds: readonly string[], unknown: readonly Divergence[]): string =>
  `the bundle has parts of this evidence redacted (${kinds.join(', ')})${unknown.length === 0 ? '; nothing differs there' : `: what follows them could not be compared in ${[...new Set(unknown.map(({ where }) => where))].join('; ')}`}`;
