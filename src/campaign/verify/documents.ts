import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { readRedactions } from '../../evidence/bundle/redactions.js';
import { checksOf, plural, type Check } from '../../evidence/check.js';
import { CRATE_FILE, PUBLICATION_FILE, TABLES_DIR } from '../../evidence/layout.js';
import { documentsOf, type Said } from '../publish/documents.js';
import type { CsvOf } from '../publish/tables.js';
import type { CampaignOnDisk } from '../read-campaign.js';

const publication = z.looseObject({ verified: z.array(z.string()), published_with: z.string() });
const crate = z.looseObject({ '@graph': z.array(z.looseObject({ '@id': z.string() })) });

/** Makes the tables of a bundle, and what else describes it, from its evidence once more: each is what that gives, byte for byte, and none is more. */
export async function verifyDocuments(on: CampaignOnDisk, csvOf: CsvOf): Promise<Check[]> {
  const { list } = await readRedactions(on.dir);
  const { texts } = await documentsOf(on, list, await said(on.dir), csvOf);
  const faults: string[] = [];
  for (const [name, text] of texts) {
    const found = await readFile(join(on.dir, name), 'utf8').catch(() => undefined);
    if (found !== text) faults.push(`${name}: ${found === undefined ? 'missing' : 'is not what the evidence gives'}`);
  }
  const tables = await readdir(join(on.dir, TABLES_DIR)).catch(() => []);
  faults.push(...tables.map((name) => `${TABLES_DIR}/${name}`).filter((name) => !texts.has(name)).sort().map((name) => `${name}: unknown, the evidence gives no such table`));
  return checksOf('documents', faults, `tables and descriptions: ${plural(texts.size, 'file')} made anew from the evidence, the same`);
}

/** What only the publisher could say. Where it cannot be read, its file is not what it has to be anyway. */
async function said(dir: string): Promise<Said> {
  const read = async (name: string): Promise<unknown> => JSON.parse(await readFile(join(dir, name), 'utf8').catch(() => 'null'));
  const [told, graph] = [publication.safeParse(await read(PUBLICATION_FILE).catch(() => null)).data, crate.safeParse(await read(CRATE_FILE).catch(() => null)).data?.['@graph']];
  const license = z.looseObject({ license: z.object({ '@id': z.string() }) }).safeParse(graph?.find((entity) => entity['@id'] === './')).data?.license['@id'];
  return { verified: (told?.verified ?? []) as Said['verified'], published_with: told?.published_with ?? '', license: license === '#license' ? undefined : license };
}
