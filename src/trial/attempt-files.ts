import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { attemptDir } from '../evidence/layout.js';
import { scoreSchema, type Score } from '../scoring/index.js';

/** score.json of a sealed, valid attempt. */
export async function readScore(campaignDir: string, trial: string, attempt: number): Promise<Score> {
  return scoreSchema.parse(JSON.parse(await readFile(join(attemptDir(campaignDir, trial, attempt), 'score.json'), 'utf8')));
}
