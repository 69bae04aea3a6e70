import { join } from 'node:path';
import { controlExpectation, type Expectation } from '../agents/control/expectation.js';
import { notesFound } from '../agents/control/parse.js';
import { attemptDir } from '../evidence/layout.js';
import { readTrace } from '../trace/read-trace.js';
import { all } from '../common/all.js';
import { selectCase } from '../scenario/profiles.js';
import type { Scenario } from '../scenario/schema.js';
import { isChecklist, type ScenarioById } from '../scoring/index.js';
import { readScore } from '../trial/attempt-files.js';
import { isAnswersLine, type AnswersLine, type CampaignOnDisk } from './read-campaign.js';
import { byRow, type RowParts } from './trial-id.js';

/** How the runs of one control agent in one profile compare with what it is built for. */
export interface ControlRow extends RowParts {
  agent: string;
  runs: number;
  as_built: number;
  /** Notes of earlier runs that it found, over all runs; null where it does not look for any. */
  notes_found: number | null;
  /** The first run that was not as built, and why. */
  why?: string;
}

/** Compares every control agent of a campaign with its expectation: who calibrates the harness must score as built. */
export async function controlRows({ dir, results }: CampaignOnDisk, scenarioById: ScenarioById): Promise<ControlRow[]> {
  const rows: ControlRow[] = [];
  for (const lines of byRow(results.filter(isAnswersLine))) {
    const expectation = controlExpectation(lines[0].agent);
    if (!expectation) continue;
    const row = emptyRow(lines[0]);
    for (const line of lines) await add(row, line, dir, expectation, unanswerable(scenarioById(line.scenario), line.profile));
    rows.push(row);
  }
  return rows;
}

const emptyRow = ({ configuration, agent, task, profile }: AnswersLine): ControlRow => ({ configuration, agent, task, profile, runs: 0, as_built: 0, notes_found: null });

/** Questions that nothing in the sources answers, whoever reads them. */
function unanswerable(scenario: Scenario | undefined, profile: string): number {
  if (scenario === undefined || profile === 'instructions') return 0;
  return Object.values(selectCase(scenario, profile).expected).filter(({ source }) => source === null).length;
}

async function add(row: ControlRow, { trial, attempt, profile }: AnswersLine, dir: string, expectation: Expectation, unanswerable: number): Promise<void> {
  const score = await readScore(dir, trial, attempt);
  if (isChecklist(score)) return;
  const found = notesFound(await all(readTrace(join(attemptDir(dir, trial, attempt), 'trace.jsonl'))));
  const figures = score.format_failure === null ? score : { grounded_correct: 0, value_correct: 0, citation_rejected: 0 };
  const { grounded_correct, value_correct, citation_rejected } = figures;
  const verdict = expectation({
    profile,
    questions: score.questions,
    unanswerable,
    grounded_correct,
    value_correct,
    citation_rejected,
    format_failure: score.format_failure !== null,
    ...(found !== undefined && { notes_found: found }),
  });
  row.runs += 1;
  if (verdict.ok) row.as_built += 1;
  else row.why ??= `${trial}: ${verdict.why}`;
  if (found !== undefined) row.notes_found = (row.notes_found ?? 0) + found;
}
