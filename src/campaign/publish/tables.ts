import { pretty } from '../../common/json.js';
import { TABLES_DIR } from '../../evidence/layout.js';
import { resultRows } from '../export/result-rows.js';
import type { CampaignOnDisk } from '../read-campaign.js';
import type { Summary } from '../summary.js';
import { formatSummary } from '../summary-text.js';
import { publishedConfigurations } from './configurations.js';
import type { PublishedDeviations } from './deviations.js';
import { invalidLedger } from './ledger.js';

/** Makes CSV of results. */
export type CsvOf = (lines: readonly Record<string, unknown>[]) => string;

/** What a bundle has in tables/: name → text. @param on the evidence as it is published */
export async function tablesOf(on: CampaignOnDisk, summary: Summary, deviations: PublishedDeviations, csvOf: CsvOf): Promise<Map<string, string>> {
  return new Map([
    [`${TABLES_DIR}/configurations.json`, pretty(await publishedConfigurations(on))],
    [`${TABLES_DIR}/deviations.json`, pretty(deviations)],
    [`${TABLES_DIR}/invalid.json`, pretty(invalidLedger(on))],
    [`${TABLES_DIR}/results.csv`, csvOf(resultRows(on, on.campaign.trials))],
    [`${TABLES_DIR}/summary.json`, pretty(summary)],
    [`${TABLES_DIR}/summary.md`, formatSummary(summary)],
  ]);
}
