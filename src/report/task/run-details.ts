import { isPointsLine, type CampaignOnDisk, type ResultLine } from '../../campaign/read-campaign.js';
import { readScore } from '../../trial/attempt-files.js';
import { givenBy, type Given } from '../model/given.js';

/** What one run gave to each question or check, by its id. */
export type RunDetail = ReadonlyMap<string, Given>;

/** Longest text of a cell; the trial's page has all of it. */
const WIDTH = 80;

/** The details of every run of a task that counts, by trial. */
export async function runDetails(on: CampaignOnDisk, task: string): Promise<Map<string, RunDetail>> {
  const lines = on.results.filter((line) => line.task === task);
  return new Map(await Promise.all(lines.map(async (line): Promise<[string, RunDetail]> => [line.trial, await detailOf(on, line)])));
}

async function detailOf({ dir }: CampaignOnDisk, line: ResultLine): Promise<RunDetail> {
  if (!isPointsLine(line)) return givenBy(await readScore(dir, line.trial, line.attempt).catch(() => undefined), WIDTH);
  // That a check is right is said beside it; there is no more to it.
  return new Map([...givenBy(line.score, WIDTH)].map(([id, one]) => [id, one.right ? { ...one, text: '' } : one]));
}
