import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sha256 } from '../../common/digest.js';
import { pretty } from '../../common/json.js';
import { compareBytes } from '../../common/paths.js';
import { formatBundle } from '../../evidence/bundle/listing.js';
import type { Redaction } from '../../evidence/bundle/redactions.js';
import type { Check } from '../../evidence/check.js';
import type { Journal } from '../../evidence/journal.js';
import {
  BUNDLE_FILE, BUNDLE_README, CAMPAIGN_FILE, CRATE_FILE, HEAD_FILE, JOURNAL_FILE, LOCK_FILE, MATERIAL_DIR, PREFLIGHT_DIR, PUBLICATION_FILE, REDACTIONS_FILE, RESULTS_FILE,
  TABLES_DIR, TRIALS_DIR,
} from '../../evidence/layout.js';
import { digestFiles } from '../../evidence/listing.js';
import { wholeLines } from '../../common/whole-lines.js';
import { partInWords } from '../../protocol/battery/part.js';
import { readCampaign, type CampaignOnDisk } from '../read-campaign.js';
import { summarizeCampaign, type Summary } from '../summary.js';
import { copyEvidence, copyLines } from './copy.js';
import { crateOf } from './crate.js';
import { publicationFile, type Publication } from './publication.js';
import { bundleReadme } from './readme.js';
import type { Redactor } from './redact/redactor.js';
import { tablesOf, type CsvOf } from './tables.js';

export interface BundleOptions {
  on: CampaignOnDisk;
  journal: Journal;
  checks: readonly Check[];
  redactor: Redactor;
  csvOf: CsvOf;
  license: string | undefined;
}

export interface Bundle {
  publication: Publication;
  redactions: readonly Redaction[];
  /** SHA-256 of bundle.sha256: it stands for every byte of the bundle. */
  digest: string;
}

/**
 * Puts a bundle together and says on the journal that the campaign is published. The same campaign gives the same bytes: its date is
 * that of its first publication.
 * @param to an empty directory
 */
export async function makeBundle(to: string, { on, journal, checks, redactor, csvOf, license }: BundleOptions): Promise<Bundle> {
  const evidence = await copyEvidence(on, to, redactor);
  const summary = await summarizeCampaign(on, { publication: 'published' });
  const tables: Redaction[] = [];
  for (const [name, text] of await tablesOf(on, summary, evidence, csvOf)) tables.push(...(await writeRedacted(to, name, text, redactor)));
  const redactions = [...evidence, ...(await copyLines(on.dir, to, JOURNAL_FILE, redactor)), ...tables].sort((a, b) => compareBytes(a.file, b.file));
  const list = pretty({ redactions });
  await writeFile(join(to, REDACTIONS_FILE), list);
  const published_at = await announce(journal, sha256(list));
  await copyLines(on.dir, to, JOURNAL_FILE, redactor);
  await copyFile(join(on.dir, HEAD_FILE), join(to, HEAD_FILE));
  const head = wholeLines(await readFile(join(on.dir, JOURNAL_FILE), 'utf8')).at(-1) ?? '';
  const publication = await publicationFile(await readCampaign(on.dir), { published_at, head, checks, redactions });
  await writeFile(join(to, PUBLICATION_FILE), pretty(publication));
  await writeFile(join(to, BUNDLE_README), bundleReadme(publication));
  await writeFile(join(to, CRATE_FILE), pretty(crateOf(crateFacts(to, on, summary, publication, license))));
  const bundle = formatBundle((await digestFiles(to, { skip: BUNDLE_FILE, sync: true })).files);
  await writeFile(join(to, BUNDLE_FILE), bundle);
  return { publication, redactions, digest: sha256(bundle) };
}

/** Closes the campaign, and says what was redacted; the same once more says nothing new. Returns when it was published first. */
async function announce(journal: Journal, redactions: string): Promise<string> {
  const before = journal.entries.filter((entry) => entry.type === 'campaign.published');
  const last = before.at(-1)?.redactions === redactions ? before.at(-1) : await journal.append({ type: 'campaign.published', redactions });
  return (before[0] ?? last)?.time ?? '';
}

async function writeRedacted(to: string, name: string, text: string, redactor: Redactor): Promise<Redaction[]> {
  const before = Buffer.from(text);
  const { bytes, kinds } = redactor.bytes(before);
  await mkdir(dirname(join(to, name)), { recursive: true });
  await writeFile(join(to, name), bytes);
  return kinds.length === 0 ? [] : [{ file: name, kinds, before: sha256(before), after: sha256(bytes) }];
}

function crateFacts(to: string, { campaign, entries }: CampaignOnDisk, { complete }: Summary, { published_at, quarter, battery, harness }: Publication, license: string | undefined): Parameters<typeof crateOf>[0] {
  const attempts = entries.filter(({ type }) => type.startsWith('attempt.'));
  const parts = [
    BUNDLE_README, BUNDLE_FILE, CAMPAIGN_FILE, HEAD_FILE, JOURNAL_FILE, LOCK_FILE, `${MATERIAL_DIR}/`, `${PREFLIGHT_DIR}/`, PUBLICATION_FILE, REDACTIONS_FILE, RESULTS_FILE, `${TABLES_DIR}/`,
    ...['configurations.json', 'deviations.json', 'invalid.json', 'results.csv', 'summary.json', 'summary.md'].map((name) => `${TABLES_DIR}/${name}`), `${TRIALS_DIR}/`,
  ];
  return {
    name: [campaign.campaign, quarter, partInWords(battery)].filter((one) => one !== null).join(', '),
    description: `Whether agents act on the right project state after controlled resets: ${String(complete)} trials, with their evidence`,
    published: published_at,
    started: attempts[0]?.time ?? published_at,
    ended: attempts.at(-1)?.time ?? published_at,
    license,
    version: harness.version,
    configurations: Object.entries(campaign.agents).map(([id, { id: name, version }]) => ({ id, name, version })),
    // bundle.sha256 is written last, and has to be named all the same.
    parts: parts.filter((name) => name === BUNDLE_FILE || existsSync(join(to, name))),
  };
}
