import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../common/digest.js';
import { UserError } from '../common/errors.js';
import { isBundle, readRedactions, type Redactions } from './bundle/redactions.js';
import { verifyBundle } from './bundle/verify-bundle.js';
import { campaignOwner } from './campaign-lock.js';
import { checksOf, type Check, type Subject } from './check.js';
import {
  BUNDLE_FILE, BUNDLE_README, CAMPAIGN_FILE, CRATE_FILE, HEAD_FILE, JOURNAL_FILE, LOCK_FILE, MATERIAL_DIR, OWNER_PREFIX, PREFLIGHT_DIR, PUBLICATION_FILE, REDACTIONS_FILE, REPLAYS_DIR, REPORT_DIR, RESULTS_FILE, TABLES_DIR, TRIALS_DIR,
} from './layout.js';
import { verifyAttempts } from './verify-attempts.js';
import { verifyJournal } from './verify-journal.js';
import { verifyPreflights } from './verify-preflights.js';
import { verifyMaterial } from './verify-material.js';
import { verifyResults } from './verify-results.js';
import { isLeftover } from './write.js';

export type { Check } from './check.js';

/**
 * Checks a campaign directory against its journal and changes nothing. Everything outside report/ and replays/ is either on the journal,
 * by digest, or named as unknown. Where the journal itself is broken, nothing else can be judged and nothing else is.
 * Throws a UserError only if this is no campaign directory.
 */
export async function verifyCampaign(dir: string): Promise<Check[]> {
  const names: string[] = await readdir(dir).catch(() => []);
  if (![JOURNAL_FILE, HEAD_FILE, CAMPAIGN_FILE].some((name) => names.includes(name))) {
    throw new UserError('CLEANSLATE_NO_CAMPAIGN', 'is not a campaign directory', { where: dir, hint: `it has no ${JOURNAL_FILE}` });
  }
  const owner = await campaignOwner(dir);
  const running = owner !== undefined && owner.liveness !== 'dead';
  const crashed = owner?.liveness === 'dead';
  const redactions = await readRedactions(dir);
  const { checks, entries } = await verifyJournal(dir, { running, crashed, redactions });
  if (!entries) return checks;
  const last = entries.findLast(({ type }) => (type.startsWith('campaign.') && type !== 'campaign.published') || type === 'attempt.invalidated')?.type;
  const subject: Subject = { dir, entries, running, crashed, finished: last === 'campaign.finished', withdrawn: last === 'attempt.invalidated', redactions };
  return distinct([
    state(subject, owner?.owner.pid),
    ...checks,
    ...(await verifyOpening(subject)),
    ...(await verifyPreflights(subject)),
    ...(await verifyAttempts(subject)),
    ...(await verifyResults(subject)),
    ...(await verifyMaterial(subject)),
    ...verifyNames(subject, names),
    ...(isBundle(names) ? await verifyBundle(subject) : []),
  ]);
}

/** What two checks say of one file is said once. */
const distinct = (checks: readonly Check[]): Check[] => [...new Map(checks.map((check) => [check.line, check])).values()];

function state({ entries, running, crashed, finished, withdrawn }: Subject, pid: number | undefined): Check {
  const open = new Set<string>();
  for (const entry of entries) {
    if (entry.type === 'attempt.started') open.add(`${entry.trial}/${String(entry.attempt)}`);
    if (entry.type === 'attempt.sealed' || entry.type === 'attempt.interrupted') open.delete(`${entry.trial}/${String(entry.attempt)}`);
  }
  const attempts = open.size === 0 ? '' : `, ${String(open.size)} without an end yet`;
  if (running) return { id: 'state', ok: true, line: `campaign: running (process ${String(pid)})${attempts}; this is how far it is` };
  const published = entries.findLast(({ type }) => type === 'campaign.published');
  if (finished && open.size === 0) return { id: 'state', ok: true, line: published ? `campaign: finished, published and closed (${published.time})` : 'campaign: finished' };
  const waits = entries.findLast(({ type }) => type.startsWith('campaign.'));
  if (waits?.type === 'campaign.waiting' && open.size === 0) return { id: 'state', ok: true, line: `campaign: waits for trials that a person carries out (${String(waits.trials)} when it was last run)` };
  const why = crashed ? `the harness (process ${String(pid)}) died` : withdrawn ? 'an evaluator took back an attempt' : 'it was stopped';
  const line = `campaign: not finished, ${why}${attempts}; \`run\` with the same --out resumes it`;
  return { id: 'state', ok: crashed || open.size === 0, line };
}

async function verifyOpening({ dir, entries, running, crashed, redactions }: Subject): Promise<Check[]> {
  const opened = entries[0];
  if (opened?.type !== 'campaign.opened') {
    const faults = opened === undefined && (running || crashed) ? [] : [`${JOURNAL_FILE}:1: is not the opening of a campaign`];
    return checksOf('campaign', faults, 'campaign: not opened yet');
  }
  const campaign = await against(dir, CAMPAIGN_FILE, opened.campaign, redactions);
  const lock = opened.lock === null ? [] : checksOf('lock', await against(dir, LOCK_FILE, opened.lock, redactions), `${LOCK_FILE}: as locked`);
  return [...checksOf('campaign', campaign, `${CAMPAIGN_FILE}: as opened`), ...lock];
}

async function against(dir: string, name: string, digest: string, redactions: Redactions): Promise<string[]> {
  const bytes = await readFile(join(dir, name)).catch(() => undefined);
  if (!bytes) return [`${name}: missing`];
  return redactions.original(name, sha256(bytes)) === digest ? [] : [`${name}: changed`];
}

function verifyNames({ entries, running, crashed }: Subject, names: readonly string[]): Check[] {
  const opened = entries[0];
  const known = new Set([CAMPAIGN_FILE, JOURNAL_FILE, HEAD_FILE, RESULTS_FILE, MATERIAL_DIR, PREFLIGHT_DIR, TRIALS_DIR, REPORT_DIR, REPLAYS_DIR]);
  if (opened?.type !== 'campaign.opened' || opened.lock !== null) known.add(LOCK_FILE);
  if (isBundle(names)) for (const name of [BUNDLE_FILE, REDACTIONS_FILE, PUBLICATION_FILE, CRATE_FILE, BUNDLE_README, TABLES_DIR]) known.add(name);
  const passing = (name: string): boolean => (running || crashed) && (isLeftover(name) || name.startsWith(OWNER_PREFIX));
  const unknown = names.filter((name) => !known.has(name) && !passing(name)).sort();
  return checksOf('files', unknown.map((name) => `${name}: unknown, nothing on the journal stands for it`), 'campaign directory: no unknown files');
}
