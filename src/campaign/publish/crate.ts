import { BUNDLE_FILE, BUNDLE_README, CAMPAIGN_FILE, HEAD_FILE, JOURNAL_FILE, LOCK_FILE, MATERIAL_DIR, PREFLIGHT_DIR, PUBLICATION_FILE, REDACTIONS_FILE, RESULTS_FILE, TABLES_DIR, TRIALS_DIR } from '../../evidence/layout.js';

export interface CrateFacts {
  name: string;
  description: string;
  /** ISO 8601. */
  published: string;
  started: string;
  ended: string;
  /** Address of the licence under which the bundle is published; undefined where the publisher names none. */
  license: string | undefined;
  /** Of the harness. */
  version: string;
  configurations: readonly { id: string; name: string; version: string }[];
  /** What the bundle has at its top and in tables/, folders with a `/` at the end. */
  parts: readonly string[];
}

interface Entity {
  '@id': string;
  '@type': string | string[];
  [property: string]: unknown;
}

const ref = (id: string): { '@id': string } => ({ '@id': id });

const SAYS: Record<string, string> = {
  [CAMPAIGN_FILE]: 'The manifest as resolved, versions, pins and the machine',
  [LOCK_FILE]: 'The protocol lock: digests of all that results depend on',
  [JOURNAL_FILE]: 'Every act of the campaign, each line with the digest of the one before',
  [HEAD_FILE]: "Digest of the journal's last line",
  [RESULTS_FILE]: 'One line for each scored attempt',
  [REDACTIONS_FILE]: 'What was redacted, with digests before and after',
  [PUBLICATION_FILE]: 'What was published and what the gate found',
  [BUNDLE_FILE]: 'Digests of all other files',
  [BUNDLE_README]: 'How to read and verify this bundle',
  [`${TABLES_DIR}/`]: 'Tables, configurations, deviations and the ledger of invalid attempts',
  [`${MATERIAL_DIR}/`]: 'What was seeded, asked and checked, by digest',
  [`${PREFLIGHT_DIR}/`]: 'What each configuration proved before its first trial',
  [`${TRIALS_DIR}/`]: 'The evidence of every attempt, valid or not',
};

const FORMATS: Record<string, string> = { json: 'application/json', jsonl: 'application/jsonl', md: 'text/markdown', csv: 'text/csv', sha256: 'text/plain', head: 'text/plain' };

/** ro-crate-metadata.json: the bundle as a dataset of RO-Crate 1.1, and the run that made it. Single files of attempts are in bundle.sha256. */
export function crateOf(facts: CrateFacts): object {
  const { parts, configurations, license } = facts;
  const programs = configurations.map(({ id, name, version }): Entity => ({ '@id': `#configuration-${id}`, '@type': 'SoftwareApplication', name: `${name} (configuration ${id})`, version }));
  const dataset: Entity = {
    '@id': './', '@type': 'Dataset', name: facts.name, description: facts.description, datePublished: facts.published, license: ref(license ?? '#license'),
    hasPart: parts.filter((name) => !name.startsWith(`${TABLES_DIR}/`) || name === `${TABLES_DIR}/`).map(ref), mentions: ref('#campaign'),
  };
  const run: Entity = {
    '@id': '#campaign', '@type': 'CreateAction', name: `The run of ${facts.name}`, startTime: facts.started, endTime: facts.ended,
    instrument: [ref('#cleanslate'), ...programs.map((program) => ref(program['@id']))], object: [ref(LOCK_FILE), ref(`${MATERIAL_DIR}/`)], result: [ref(RESULTS_FILE), ref(`${TRIALS_DIR}/`), ref(`${TABLES_DIR}/`)],
  };
  return {
    '@context': 'https://w3id.org/ro/crate/1.1/context',
    '@graph': [
      { '@id': 'ro-crate-metadata.json', '@type': 'CreativeWork', conformsTo: ref('https://w3id.org/ro/crate/1.1'), about: ref('./') },
      dataset,
      license === undefined
        ? { '@id': '#license', '@type': 'CreativeWork', name: 'No licence is named', description: 'Ask the publisher before you reuse more than your law allows' }
        : { '@id': license, '@type': 'CreativeWork', name: license },
      run,
      { '@id': '#cleanslate', '@type': 'SoftwareApplication', name: 'cleanslate', version: facts.version },
      ...programs,
      ...parts.map((name) => partOf(name, parts)),
    ] satisfies Entity[],
  };
}

function partOf(name: string, parts: readonly string[]): Entity {
  if (!name.endsWith('/')) return { '@id': name, '@type': 'File', name, ...(SAYS[name] !== undefined && { description: SAYS[name] }), encodingFormat: FORMATS[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream' };
  const own = parts.filter((part) => part.startsWith(name) && part !== name);
  return { '@id': name, '@type': 'Dataset', name, description: SAYS[name] ?? name, ...(own.length > 0 && { hasPart: own.map(ref) }) };
}
