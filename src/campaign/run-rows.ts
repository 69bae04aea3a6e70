import { passPower, wilson, type Interval } from '../scoring/index.js';
import type { AnswersLine } from './read-campaign.js';
import { byRow, type RowParts } from './trial-id.js';

/** The valid runs of one task in a configuration and profile, one by one: a mean alone hides how they scatter. */
export interface RunRow extends RowParts {
  questions: number;
  /** Grounded and correct answers, run by run; null for an answer that could not be read. Runs without a valid attempt are not in it. */
  grounded: (number | null)[];
  /** Runs with every question answered as it should be. */
  passed: number;
  /** 95 %, of the chance that a run passes. */
  wilson: Interval;
  /** The chance that 1, 3, 5 runs all pass; null below that many valid runs. */
  pass_power: Record<'1' | '3' | '5', number | null>;
}

/** Sorted by configuration, task and profile. */
export const runRows = (results: readonly AnswersLine[]): RunRow[] => byRow(results).map((lines) => row(lines.toSorted((a, b) => a.run - b.run)));

function row(lines: readonly AnswersLine[]): RunRow {
  const { configuration, task, profile, score } = lines[0] as AnswersLine;
  const passed = lines.filter((line) => line.score.grounded_correct === line.score.questions).length;
  const power = (k: number): number | null => passPower(passed, lines.length, k) ?? null;
  return {
    configuration,
    task,
    profile,
    questions: score.questions,
    grounded: lines.map((line) => line.score.grounded_correct ?? null),
    passed,
    wilson: wilson(passed, lines.length) as Interval,
    pass_power: { 1: power(1), 3: power(3), 5: power(5) },
  };
}
