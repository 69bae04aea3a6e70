import { oneLine } from '../common/visible.js';
import type { Adjudication } from './acts/adjudications.js';

/** An adjudication in full: what opened it, what was noted, and what counts beside what was scored. */
export function adjudicationLines({ ambiguous, opened_by, open, notes, scored, points }: Adjudication): string[] {
  const opened = [...ambiguous.map((id) => `check ${id} ended ambiguous`), ...opened_by.map((by) => `opened by ${oneLine(by, Infinity)}`)];
  return [
    ...opened,
    ...notes.map((note) => `${oneLine(note.note, Infinity)} (${oneLine(note.by, Infinity)}${note.points === null ? '' : `: ${String(note.points)} points`})`),
    `${open ? 'OPEN: no note yet' : 'closed'}; scored ${String(scored)}, counts ${String(points)}`,
  ];
}

/** The same for a summary, one line each. */
export const adjudicationList = (all: readonly Adjudication[]): string[] => [
  ...(all.length > 0 ? [`Adjudications: ${String(all.length)}, open: ${String(all.filter(({ open }) => open).length)}.`] : []),
  ...all.map((one) => `- ${one.trial} attempt ${String(one.attempt)}: ${adjudicationLines(one).join('; ')}`),
];
