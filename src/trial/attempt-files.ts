import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { attemptDir } from '../evidence/layout.js';
import { trialScoreSchema, type TrialScore } from '../scoring/index.js';

/** score.json of a sealed, valid attempt. */
export async function readScore(campaignDir: string, trial: string, attempt: number): Promise<TrialScore> {
  return trialScoreSchema.parse(JSON.parse(await readFile(join(attemptDir(campaignDir, trial, attempt), 'score.json'), 'utf8')));
}

/** The numbers of the sessions that have a folder in an attempt's, from the first to the last. */
export const sessionsIn = async (attempt: string): Promise<number[]> =>
  (await readdir(attempt)).flatMap((name) => /^session-(\d+)$/.exec(name)?.[1] ?? []).map(Number).sort((a, b) => a - b);

/** A file of an attempt as text; undefined where it has none (yet). */
export const optionalText = (path: string): Promise<string | undefined> => readFile(path, 'utf8').catch(() => undefined);

/** The same, as the JSON that it holds. @throws SyntaxError for a file that holds none */
export async function optionalJson<T>(path: string): Promise<T | undefined> {
  const content = await optionalText(path);
  return content === undefined ? undefined : (JSON.parse(content) as T);
}
