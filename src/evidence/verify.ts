import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../common/digest.js';
import { UserError } from '../common/errors.js';
import { campaignOwner } from './campaign-lock.js';
import { checksOf, type Check, type Subject } from './check.js';
import {
  CAMPAIGN_FILE, HEAD_FILE, JOURNAL_FILE, LOCK_FILE, MATERIAL_DIR, OWNER_PREFIX, PREFLIGHT_DIR, REPLAYS_DIR, REPORT_DIR, RESULTS_FILE, TRIALS_DIR,
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
  const { checks, entries } = await verifyJournal(dir, { running, crashed });
  if (!entries) return checks;
  const last = entries.findLast(({ type }) => type.startsWith('campaign.') || type === 'attempt.invalidated')?.type;
  const subject: Subject = { dir, entries, running, crashed, finished: last === 'campaign.finished', withdrawn: last === 'attempt.invalidated' };
  return [
    state(subject, owner?.owner.pid),
    ...checks,
    ...(await verifyOpening(subject)),
    ...(await verifyPreflights(subject)),
    ...(await verifyAttempts(subject)),
    ...(await verifyResults(subject)),
    ...(await verifyMaterial(subject)),
    ...verifyNames(subject, names),
  ];
}

function state({ entries, running, crashed, finished, withdrawn }: Subject, pid: number | undefined): Check {
  const open = new Set<string>();
  for (const entry of entries) {
    if (entry.type === 'attempt.started') open.add(`${entry.trial}/${String(entry.attempt)}`);
    if (entry.type === 'attempt.sealed' || entry.type === 'attempt.interrupted') open.delete(`${entry.trial}/${String(entry.attempt)}`);
  }
  const attempts = open.size === 0 ? '' : `, ${String(open.size)} without an end yet`;
  if (running) return { id: 'state', ok: true, line: `campaign: running (process ${String(pid)})${attempts}; this is how far it is` };
  if (finished && open.size === 0) return { id: 'state', ok: true, line: 'campaign: finished' };
  const waits = entries.findLast(({ type }) => type.startsWith('campaign.'));
  if (waits?.type === 'campaign.waiting' && open.size === 0) return { id: 'state', ok: true, line: `campaign: waits for trials that a person carries out (${String(waits.trials)} when it was last run)` };
  const why = crashed ? `the harness (process ${String(pid)}) died` : withdrawn ? 'an evaluator took back an attempt' : 'it was stopped';
  const line = `campaign: not finished, ${why}${attempts}; \`run\` with the same --out resumes it`;
  return { id: 'state', ok: crashed || open.size === 0, line };
}

async function verifyOpening({ dir, entries, running, crashed }: Subject): Promise<Check[]> {
  const opened = entries[0];
  if (opened?.type !== 'campaign.opened') {
    const faults = opened === undefined && (running || crashed) ? [] : [`${JOURNAL_FILE}:1: is not the opening of a campaign`];
    return checksOf('campaign', faults, 'campaign: not opened yet');
  }
  const campaign = await against(dir, CAMPAIGN_FILE, opened.campaign);
  const lock = opened.lock === null ? [] : checksOf('lock', await against(dir, LOCK_FILE, opened.lock), `${LOCK_FILE}: as locked`);
  return [...checksOf('campaign', campaign, `${CAMPAIGN_FILE}: as opened`), ...lock];
}

async function against(dir: string, name: string, digest: string): Promise<string[]> {
  const bytes = await readFile(join(dir, name)).catch(() => undefined);
  if (!bytes) return [`${name}: missing`];
  return sha256(bytes) === digest ? [] : [`${name}: changed`];
}

function verifyNames({ entries, running, crashed }: Subject, names: readonly string[]): Check[] {
  const opened = entries[0];
  const known = new Set([CAMPAIGN_FILE, JOURNAL_FILE, HEAD_FILE, RESULTS_FILE, MATERIAL_DIR, PREFLIGHT_DIR, TRIALS_DIR, REPORT_DIR, REPLAYS_DIR]);
  if (opened?.type !== 'campaign.opened' || opened.lock !== null) known.add(LOCK_FILE);
  const passing = (name: string): boolean => (running || crashed) && (isLeftover(name) || name.startsWith(OWNER_PREFIX));
  const unknown = names.filter((name) => !known.has(name) && !passing(name)).sort();
  return checksOf('files', unknown.map((name) => `${name}: unknown, nothing on the journal stands for it`), 'campaign directory: no unknown files');
}
