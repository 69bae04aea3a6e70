import { CATEGORIES, type Category } from '../protocol/battery/schema.js';
import type { PointsLine } from './read-campaign.js';
import { reliability, type Reliability } from './reliability.js';
import { byRow, type RowParts } from './trial-id.js';

/** Failure points and the trials that they were given for. */
export interface PointsCount {
  points: number;
  trials: number;
}

/** Raw failure points of one configuration (methodology, "Aggregation"): by category and in total. Categories count alike: nothing is weighted. */
export interface PointsRow {
  configuration: string;
  profile: string;
  categories: Record<Category, PointsCount>;
  total: PointsCount;
  /** Checks that a program could not decide: each of them opens an adjudication. */
  ambiguous: number;
}

/** The valid runs of one task, one by one. */
export interface PointRunRow extends RowParts, Reliability {
  category: string;
  /** Run by run, as they count. */
  points: number[];
  /** The same as scored: an adjudication changes what counts, and nothing else. */
  scored: number[];
}

/** What a line counts, where that may be other than it scored. */
export type Counts = (line: PointsLine) => number;
const asScored: Counts = ({ score }) => score.points;

/** Sorted by configuration and profile. */
export function pointsRows(lines: readonly PointsLine[], counts: Counts = asScored): PointsRow[] {
  const rows = new Map<string, PointsRow>();
  for (const line of lines) {
    const { configuration, profile, category, score } = line;
    const key = `${configuration}.${profile}`;
    const row = rows.get(key) ?? emptyRow(configuration, profile);
    rows.set(key, row);
    for (const count of [row.total, ...CATEGORIES.filter((name) => name === category).map((name) => row.categories[name])]) {
      count.points += counts(line);
      count.trials += 1;
    }
    row.ambiguous += score.checks.filter(({ outcome }) => outcome === 'ambiguous').length;
  }
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

const emptyRow = (configuration: string, profile: string): PointsRow => ({
  configuration, profile, categories: Object.fromEntries(CATEGORIES.map((name) => [name, { points: 0, trials: 0 }])) as PointsRow['categories'], total: { points: 0, trials: 0 }, ambiguous: 0,
});

/** Sorted by configuration, task and profile. */
export const pointRunRows = (lines: readonly PointsLine[], counts: Counts = asScored): PointRunRow[] => byRow(lines).map((own) => runRow(own.toSorted((a, b) => a.run - b.run), counts));

function runRow(lines: readonly PointsLine[], counts: Counts): PointRunRow {
  const { configuration, task, profile, category } = lines[0] as PointsLine;
  const points = lines.map(counts);
  const passed = points.filter((count) => count === 0).length;
  return { configuration, task, profile, category: category ?? '', points, scored: lines.map(asScored), ...reliability(passed, points.length) };
}
