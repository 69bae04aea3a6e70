import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sha256 } from '../../common/digest.js';
import { pretty } from '../../common/json.js';
import { packageVersion } from '../../common/package-root.js';
import { compareBytes } from '../../common/paths.js';
import { formatBundle } from '../../evidence/bundle/listing.js';
import type { Redaction } from '../../evidence/bundle/redactions.js';
import type { Check } from '../../evidence/check.js';
import type { Journal } from '../../evidence/journal.js';
import { BUNDLE_FILE, HEAD_FILE, JOURNAL_FILE, REDACTIONS_FILE } from '../../evidence/layout.js';
import { digestFiles } from '../../evidence/listing.js';
import { readCampaign, type CampaignOnDisk } from '../read-campaign.js';
import { copyEvidence, copyLines } from './copy.js';
import type { PublishedDeviations } from './deviations.js';
import { documentsOf } from './documents.js';
import type { Publication } from './publication.js';
import type { Redactor } from './redact/redactor.js';
import type { CsvOf } from './tables.js';

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
  deviations: PublishedDeviations;
  redactions: readonly Redaction[];
  /** SHA-256 of bundle.sha256: it stands for every byte of the bundle. */
  digest: string;
}

/**
 * Puts a bundle together and says on the journal that the campaign is published. The same campaign gives the same bytes: its date is
 * that of its first publication. Tables are made from the evidence as it is published, so they need no redaction of their own.
 * @param to an empty directory
 */
export async function makeBundle(to: string, { on, journal, checks, redactor, csvOf, license }: BundleOptions): Promise<Bundle> {
  const redactions = [...(await copyEvidence(on, to, redactor)), ...(await copyLines(on.dir, to, JOURNAL_FILE, redactor))].sort((a, b) => compareBytes(a.file, b.file));
  const list = pretty({ redactions });
  await writeFile(join(to, REDACTIONS_FILE), list);
  await announce(journal, sha256(list));
  await copyLines(on.dir, to, JOURNAL_FILE, redactor);
  await copyFile(join(on.dir, HEAD_FILE), join(to, HEAD_FILE));
  // Its redacted lines are read as those of a bundle; the list of its files comes last.
  await writeFile(join(to, BUNDLE_FILE), '');
  const said = { verified: [...new Set(checks.map(({ id }) => id))], published_with: packageVersion(), license };
  const { publication, deviations, texts } = await documentsOf(await readCampaign(to), redactions, said, csvOf);
  for (const [name, text] of texts) await write(join(to, name), text);
  const bundle = formatBundle((await digestFiles(to, { skip: BUNDLE_FILE, sync: true })).files);
  await writeFile(join(to, BUNDLE_FILE), bundle);
  return { publication, deviations, redactions, digest: sha256(bundle) };
}

/** Closes the campaign, and says what was redacted; the same once more says nothing new. */
async function announce(journal: Journal, redactions: string): Promise<void> {
  const last = journal.entries.findLast((entry) => entry.type === 'campaign.published');
  if (last?.redactions !== redactions) await journal.append({ type: 'campaign.published', redactions });
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
