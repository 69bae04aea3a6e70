import type { Check } from '../../evidence/check.js';
import { verifyCampaign } from '../../evidence/verify.js';
import type { CsvOf } from '../publish/tables.js';
import { readCampaign } from '../read-campaign.js';
import type { AnchorTrust } from '../anchor/hold.js';
import { verifyAnchors } from './anchors.js';
import { verifyDocuments } from './documents.js';
import { verifyScores } from './scores.js';

/**
 * All reproducibility checks of a campaign or a published bundle: its bytes against its journal, then what is said of them. Changes nothing.
 * @param csvOf makes the table of results that a bundle has
 * @param trust by what anchors are checked
 * @throws UserError where the directory is neither, or the repository none
 */
export async function verifyAll(dir: string, csvOf: CsvOf, trust: AnchorTrust = {}): Promise<Check[]> {
  const checks = await verifyCampaign(dir);
  // Evidence that is not what it was says nothing about scores.
  if (checks.some(({ ok }) => !ok)) return [...checks, { id: 'scores', ok: true, skipped: true, line: 'scores: not recomputed, the evidence is not what it was' }];
  if (checks.some(({ id, line }) => id === 'campaign' && line.endsWith('not opened yet'))) return checks;
  const on = await readCampaign(dir);
  const isBundle = checks.some(({ id }) => id === 'bundle');
  return [...checks, ...(await verifyScores(on)), ...(isBundle ? await verifyDocuments(on, csvOf) : []), ...(await verifyAnchors(on, trust))];
}
