import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pretty } from '../../common/json.js';
import { wholeLines } from '../../common/whole-lines.js';
import type { Redaction } from '../../evidence/bundle/redactions.js';
import {
  BUNDLE_FILE, BUNDLE_README, CAMPAIGN_FILE, CRATE_FILE, HEAD_FILE, JOURNAL_FILE, LOCK_FILE, MATERIAL_DIR, PREFLIGHT_DIR, PUBLICATION_FILE, REDACTIONS_FILE, RESULTS_FILE,
  TABLES_DIR, TRIALS_DIR,
} from '../../evidence/layout.js';
import { partInWords } from '../../protocol/battery/part.js';
import type { CampaignOnDisk } from '../read-campaign.js';
import { summarizeCampaign, type Summary } from '../summary.js';
import { crateOf } from './crate.js';
import { publishedDeviations, type PublishedDeviations } from './deviations.js';
import { publicationFile, type Publication } from './publication.js';
import { bundleReadme } from './readme.js';
import { tablesOf, type CsvOf } from './tables.js';

/** What is said in a bundle's documents and does not follow from its evidence. */
export interface Said {
  /** Which checks `verify` made before it was published. */
  verified: Publication['verified'];
  /** The version of the program that published it. */
  published_with: string;
  license: string | undefined;
}

export interface Documents {
  publication: Publication;
  deviations: PublishedDeviations;
  /** Name → text: tables, publication.json, README.md, the crate's metadata. */
  texts: Map<string, string>;
}

/**
 * Everything in a bundle that is not evidence, made from its evidence as it is published: so that `verify` can make it again, and nobody can
 * publish other tables than those that the evidence gives.
 * @param on the bundle, with its publication on the journal
 */
export async function documentsOf(on: CampaignOnDisk, redactions: readonly Redaction[], said: Said, csvOf: CsvOf): Promise<Documents> {
  const summary = await summarizeCampaign(on);
  const deviations = publishedDeviations(on, summary, redactions);
  const texts = await tablesOf(on, summary, deviations, csvOf);
  const head = wholeLines(await readFile(join(on.dir, JOURNAL_FILE), 'utf8')).at(-1) ?? '';
  const published_at = on.entries.find(({ type }) => type === 'campaign.published')?.time ?? '';
  const publication = await publicationFile(on, { ...said, published_at, head, redactions });
  texts.set(PUBLICATION_FILE, pretty(publication));
  texts.set(BUNDLE_README, bundleReadme(publication, deviations));
  texts.set(CRATE_FILE, pretty(crateOf(crateFacts(on, summary, publication, said.license, [...texts.keys()]))));
  return { publication, deviations, texts };
}

function crateFacts({ dir, campaign, entries }: CampaignOnDisk, { complete }: Summary, { published_at, quarter, battery, harness }: Publication, license: string | undefined, documents: readonly string[]): Parameters<typeof crateOf>[0] {
  const attempts = entries.filter(({ type }) => type.startsWith('attempt.'));
  const evidence = [CAMPAIGN_FILE, HEAD_FILE, JOURNAL_FILE, LOCK_FILE, `${MATERIAL_DIR}/`, `${PREFLIGHT_DIR}/`, REDACTIONS_FILE, RESULTS_FILE, `${TRIALS_DIR}/`].filter((name) => existsSync(join(dir, name)));
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
    parts: [...evidence, ...documents, BUNDLE_FILE, `${TABLES_DIR}/`].sort(),
  };
}
