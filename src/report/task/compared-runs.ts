import type { TrialRow } from '../model/trial-rows.js';
import { shortOutcome } from '../page/parts.js';
import { isOdd, pointsOf, type Point } from './agreement.js';
import type { RunDetail } from './run-details.js';

/** The runs of one configuration under one profile, held against each other. */
export interface ComparedRuns {
  configuration: string;
  /** Those that count, in their order. */
  rows: readonly TrialRow[];
  /** Those that do not, or not yet. */
  others: readonly TrialRow[];
  points: readonly Point[];
  /** The runs that gave something else than most. */
  odd: readonly TrialRow[];
  /** All that count came out the same, to the last answer. */
  agree: boolean;
}

export function comparedRuns(configuration: string, all: readonly TrialRow[], details: ReadonlyMap<string, RunDetail>): ComparedRuns {
  const sorted = all.toSorted((a, b) => a.run - b.run);
  const rows = sorted.filter(({ outcome }) => outcome !== undefined);
  const points = pointsOf(rows.map(({ trial }) => details.get(trial) ?? new Map()));
  const differing = points.filter(({ agrees }) => !agrees);
  return {
    configuration,
    rows,
    others: sorted.filter(({ outcome }) => outcome === undefined),
    points,
    odd: rows.filter((_, at) => differing.some((point) => isOdd(point.cells[at], point))),
    // Points that a person decided otherwise differ though the checks found the same.
    agree: differing.length === 0 && new Set(rows.map(shortOutcome)).size <= 1,
  };
}

/** Whether all of them gave the same as the first, question by question. */
export function allAgree(sides: readonly ComparedRuns[]): boolean {
  const counting = sides.filter(({ rows }) => rows.length > 0);
  const shown = ({ rows: [row], points }: ComparedRuns): string => JSON.stringify([row && shortOutcome(row), points.map(({ id, common }) => [id, common?.key])]);
  return counting.length > 1 && sides.every(({ agree, others }) => agree && others.length === 0) && new Set(counting.map(shown)).size === 1;
}
