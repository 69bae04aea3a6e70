import type { Given } from '../model/given.js';

/** What the runs of one row gave to one question or check. */
export interface Point {
  id: string;
  /** In the order of the runs. */
  cells: readonly (Given | undefined)[];
  /** What most of them gave; of equally many, what the first of them gave. */
  common: Given | undefined;
  agrees: boolean;
}

/** Every question or check that any of these runs has, with what each gave to it. */
export function pointsOf(runs: readonly ReadonlyMap<string, Given>[]): Point[] {
  const ids = [...new Set(runs.flatMap((run) => [...run.keys()]))];
  return ids.map((id) => {
    const cells = runs.map((run) => run.get(id));
    const counts = new Map<string, number>();
    for (const cell of cells) counts.set(keyOf(cell), (counts.get(keyOf(cell)) ?? 0) + 1);
    const most = Math.max(...counts.values());
    return { id, cells, common: cells.find((cell) => counts.get(keyOf(cell)) === most), agrees: counts.size === 1 };
  });
}

/** Whether a run gave something else than most of them. */
export const isOdd = (cell: Given | undefined, { common }: Point): boolean => keyOf(cell) !== keyOf(common);

const keyOf = (cell: Given | undefined): string => cell?.key ?? '';
