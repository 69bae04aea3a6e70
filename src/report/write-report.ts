import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { REPORT_DIR } from '../evidence/layout.js';
import { writeAtomic } from '../evidence/write.js';
import { reportedCampaign } from './model/campaign.js';
import { INDEX } from './page/addresses.js';
import { Pages } from './pages.js';

/** What was written: the path of index.html, and how many pages. */
export interface WrittenReport {
  index: string;
  pages: number;
}

/** The folders of a report; what else is in its directory (the summary) stays. */
const FOLDERS = ['trials', 'tasks', 'compare'];

/**
 * Writes the report of a campaign into its directory, in place of an earlier one: of a finished campaign, of one that runs, or of a copy.
 * The evidence is only read.
 * @param program how the program was called, for the commands that its pages tell
 * @throws UserError where the directory holds no campaign
 */
export async function writeReport(dir: string, program: string): Promise<WrittenReport> {
  const pages = new Pages(await reportedCampaign(dir, program));
  const report = join(dir, REPORT_DIR);
  await Promise.all(FOLDERS.map((folder) => rm(join(report, folder), { recursive: true, force: true })));
  const names = pages.names();
  for (const name of names) {
    const page = await pages.page(name);
    if (page === undefined) continue;
    await mkdir(dirname(join(report, name)), { recursive: true });
    await writeAtomic(join(report, name), page);
  }
  return { index: join(report, INDEX), pages: names.length };
}
