import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checksOf, plural, type Check, type Subject } from './check.js';
import { CAMPAIGN_FILE, JOURNAL_FILE, LOCK_FILE, MATERIAL_DIR, MATERIAL_LIST } from './layout.js';
import { digestFile } from './listing.js';
import type { JournalEntry } from './journal.js';
import { preflightsOnJournal } from './verify-preflights.js';
import { attemptsOnJournal } from './verify-attempts.js';
import { isLeftover } from './write.js';

/**
 * Everything in material/ is what its name says, and everything that is referred to is there: by campaign.json and
 * lock.json as `material/<sha256>`, by each attempt in its material.jsonl.
 */
export async function verifyMaterial(subject: Subject): Promise<Check[]> {
  const dir = join(subject.dir, MATERIAL_DIR);
  const names = (await readdir(dir).catch(() => [])).sort();
  const faults: string[] = [];
  for (const name of names) {
    if ((subject.running || subject.crashed) && isLeftover(name)) continue;
    const digest = await digestFile(join(dir, name)).catch(() => undefined);
    if (digest !== undefined && subject.redactions.original(`${MATERIAL_DIR}/${name}`, digest) === name) continue;
    const known = /^[0-9a-f]{64}$/.test(name) && digest !== undefined;
    faults.push(`${MATERIAL_DIR}/${name}: ${known ? 'changed' : 'unknown, not a digest'}`);
  }
  const uses = await references(subject);
  const present = new Set(names);
  for (const [digest, by] of uses) if (!present.has(digest)) faults.push(`${MATERIAL_DIR}/${digest}: missing (${by} refers to it)`);
  // A harness that dies between keeping and noting leaves some; their bytes are what they say, so they harm nobody.
  const unused = names.filter((name) => !uses.has(name) && !isLeftover(name));
  const rest = unused.length === 0 ? '' : `; no attempt refers to ${unused.join(', ')}`;
  return checksOf('material', faults, `${MATERIAL_DIR}: ${plural(names.length, 'file')}, unchanged${rest}`);
}

/** What an entry of the journal has in material/. */
function digestsIn(entry: JournalEntry): string[] {
  if (entry.type === 'session.attached') return [entry.response, ...entry.evidence.map(({ sha256 }) => sha256)];
  if (entry.type === 'anchor.tagged') return [entry.evidence];
  return entry.type === 'anchor.stamped' ? [entry.evidence, entry.ca] : [];
}

/** In an attempt's list. */
const USES = /^\{"sha256":"([0-9a-f]{64})"/gm;

/** Digest to the first file that refers to it. */
async function references(subject: Subject): Promise<Map<string, string>> {
  const uses = new Map<string, string>();
  const read = async (path: string, pattern: RegExp): Promise<void> => {
    const text = await readFile(join(subject.dir, path), 'utf8').catch(() => '');
    for (const [, digest] of text.matchAll(pattern)) if (digest !== undefined && !uses.has(digest)) uses.set(digest, path);
  };
  for (const file of [CAMPAIGN_FILE, LOCK_FILE]) await read(file, /"material\/([0-9a-f]{64})"/g);
  for (const path of preflightsOnJournal(subject).keys()) await read(`${path}/${MATERIAL_LIST}`, USES);
  for (const [path, evidence] of attemptsOnJournal(subject)) {
    const dir = evidence === undefined ? `${path}.partial` : path;
    if (evidence !== null) await read(`${dir}/${MATERIAL_LIST}`, USES);
  }
  for (const entry of subject.entries) {
    for (const digest of digestsIn(entry)) if (!uses.has(digest)) uses.set(digest, JOURNAL_FILE);
  }
  return uses;
}
