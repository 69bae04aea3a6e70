import { publishedConfigurations, type PublishedConfiguration } from '../../campaign/publish/configurations.js';
import { readCampaign, type CampaignOnDisk } from '../../campaign/read-campaign.js';
import { lockOf } from '../../campaign/read-lock.js';
import { scenariosOf } from '../../campaign/scenarios-of.js';
import { summarizeCampaign, type Summary } from '../../campaign/summary.js';
import type { Lock } from '../../protocol/lock.js';
import type { Scenario } from '../../scenario/schema.js';
import { asItStands, standingOf, type Standing } from './standing.js';
import { trialRows, type TrialRow } from './trial-rows.js';

/** A campaign as all pages of its report see it: read once, from its directory alone. */
export interface ReportedCampaign {
  on: CampaignOnDisk;
  /** The directory as its user named it, for commands to copy. */
  named: string;
  /** How the program was called by whoever has the report made, for the same. */
  program: string;
  summary: Summary;
  rows: TrialRow[];
  byId: ReadonlyMap<string, TrialRow>;
  scenarios: ReadonlyMap<string, Scenario>;
  /** Every configuration with what is pinned of it, as asked for and as seen. */
  pinned: readonly PublishedConfiguration[];
  /** What the campaign is locked to; undefined where its file is gone or cannot be read, of which `verify` tells. */
  lock: Lock | undefined;
  /** How far it is, and whether anybody runs it. */
  standing: Standing;
  /** Nothing is left to run. */
  finished: boolean;
}

/** Reads what is there now; of a campaign that runs, how far it is. @throws UserError where the directory holds none */
export async function reportedCampaign(dir: string, program = 'cleanslate'): Promise<ReportedCampaign> {
  const on = await readCampaign(dir);
  const summary = await summarizeCampaign(on);
  const standing = await standingOf(on);
  const rows = (await trialRows(on, summary)).map((row) => asItStands(row, standing));
  const last = on.entries.findLast(({ type }) => type.startsWith('campaign.') || type === 'attempt.invalidated');
  return { on, named: dir, program, summary, rows, byId: new Map(rows.map((row) => [row.trial, row])), scenarios: await scenariosOf(on), pinned: await publishedConfigurations(on), lock: await lockOf(dir).catch(() => undefined), standing, finished: last?.type === 'campaign.finished' };
}
