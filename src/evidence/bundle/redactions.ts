import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { BUNDLE_FILE, REDACTIONS_FILE } from '../layout.js';

const digest = z.string().regex(/^[0-9a-f]{64}$/);

/** One file of a bundle, or line of a file (`journal.jsonl:5`), in which something is not as it was captured. */
const redactionSchema = z.strictObject({
  file: z.string(),
  /** What was taken out: `credential`, `e-mail`, `third-party-prompt`, … */
  kinds: z.array(z.string()).min(1),
  /** SHA-256 of its bytes as captured, which the journal stands for, and as published. Of a line, without its newline. */
  before: digest,
  after: digest,
});
export type Redaction = z.infer<typeof redactionSchema>;

export const redactionsSchema = z.strictObject({ redactions: z.array(redactionSchema) });

/** What was redacted in a directory: in a campaign that is no published bundle, nothing. */
export class Redactions {
  static readonly none = new Redactions([]);
  readonly #byFile: ReadonlyMap<string, Redaction>;

  constructor(readonly list: readonly Redaction[]) {
    this.#byFile = new Map(list.map((one) => [one.file, one]));
  }

  /** The digest that bytes had before they were redacted; their own where they are not those of a listed redaction. */
  original(file: string, found: string): string {
    const listed = this.#byFile.get(file);
    return listed?.after === found ? listed.before : found;
  }

  has(file: string): boolean {
    return this.#byFile.has(file);
  }

  /** Whether anything below a folder was redacted. */
  below(folder: string): boolean {
    return this.list.some(({ file }) => file.startsWith(`${folder}/`));
  }
}

/** Whether the names in a directory are those of a published bundle. */
export const isBundle = (names: readonly string[]): boolean => names.includes(BUNDLE_FILE) && names.includes(REDACTIONS_FILE);

/** The redactions of a bundle; none in any other directory, and where the list cannot be read: then what was redacted counts as changed. */
export async function readRedactions(dir: string): Promise<Redactions> {
  try {
    await readFile(join(dir, BUNDLE_FILE));
    return new Redactions(redactionsSchema.parse(JSON.parse(await readFile(join(dir, REDACTIONS_FILE), 'utf8'))).redactions);
  } catch {
    return Redactions.none;
  }
}
