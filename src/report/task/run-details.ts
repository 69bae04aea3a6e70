import { isPointsLine, type CampaignOnDisk, type ResultLine } from '../../campaign/read-campaign.js';
import { readScore } from '../../trial/attempt-files.js';
import { isChecklist } from '../../scoring/index.js';

/** What one run gave to each question or check, by its id. */
export type RunDetail = ReadonlyMap<string, { right: boolean; text: string }>;

/** Longest text of a cell; the trial's page has all of it. */
const WIDTH = 80;

/** The details of every run of a task that counts, by trial. */
export async function runDetails(on: CampaignOnDisk, task: string): Promise<Map<string, RunDetail>> {
  const lines = on.results.filter((line) => line.task === task);
  return new Map(await Promise.all(lines.map(async (line): Promise<[string, RunDetail]> => [line.trial, await detailOf(on, line)])));
}

async function detailOf({ dir }: CampaignOnDisk, line: ResultLine): Promise<RunDetail> {
  if (isPointsLine(line)) return new Map(line.score.checks.map(({ id, outcome, points }) => [id, { right: outcome === 'right', text: outcome === 'right' ? '' : `${outcome}, ${String(points)}` }]));
  const score = await readScore(dir, line.trial, line.attempt).catch(() => undefined);
  if (!score || isChecklist(score) || score.format_failure !== null) return new Map();
  return new Map(score.results.map(({ question, grounded_correct, answer }) => [question, { right: grounded_correct, text: `${answer.value.slice(0, WIDTH)}${answer.source === null ? '' : ` (${answer.source.slice(0, WIDTH)})`}` }]));
}
