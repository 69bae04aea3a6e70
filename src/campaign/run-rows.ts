import type { AnswersLine } from './read-campaign.js';
import { reliability, type Reliability } from './reliability.js';
import { byRow, type RowParts } from './trial-id.js';

/** The valid runs of one task in a configuration and profile, one by one: a mean alone hides how they scatter. */
export interface RunRow extends RowParts, Reliability {
  questions: number;
  /** Grounded and correct answers, run by run; null for an answer that could not be read. Runs without a valid attempt are not in it. */
  grounded: (number | null)[];
}

/** Sorted by configuration, task and profile. */
export const runRows = (results: readonly AnswersLine[]): RunRow[] => byRow(results).map((lines) => row(lines.toSorted((a, b) => a.run - b.run)));

function row(lines: readonly AnswersLine[]): RunRow {
  const { configuration, task, profile, score } = lines[0] as AnswersLine;
  const passed = lines.filter((line) => line.score.grounded_correct === line.score.questions).length;
  return {
    configuration,
    task,
    profile,
    questions: score.questions,
    grounded: lines.map((line) => line.score.grounded_correct ?? null),
    ...reliability(passed, lines.length),
  };
}
