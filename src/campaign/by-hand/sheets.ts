import { join } from 'node:path';
import { REPORT_DIR } from '../../evidence/layout.js';
import type { CampaignOnDisk } from '../read-campaign.js';
import { sheetOf, writeSheet } from './sheet.js';
import { handTrial } from './trial.js';

/** Writes what a person needs for each of these trials. Returns the folder that holds them. */
export async function writeSheets(on: Pick<CampaignOnDisk, 'dir' | 'campaign'>, trials: readonly string[], dir: string): Promise<string> {
  for (const id of trials) await writeSheet(on.dir, id, sheetOf(await handTrial(on, id), dir));
  return join(dir, REPORT_DIR, 'manual');
}
