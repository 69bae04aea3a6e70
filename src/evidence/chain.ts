import { ZodError } from 'zod';
import { sha256 } from '../common/digest.js';
import { messageOf } from '../common/errors.js';
import { Redactions } from './bundle/redactions.js';
import { parseEntry, type JournalEntry } from './entries.js';
import { JOURNAL_FILE } from './layout.js';

/** `prev` of the first line, and the head of a journal without lines. */
export const GENESIS = '0'.repeat(64);

export interface Chain {
  entries: JournalEntry[];
  /** Digest of each whole line, without its newline. */
  digests: string[];
  /** Bytes after the last newline: what a crash left of a line, or what someone left of it. */
  torn: Buffer;
  /** The first line that does not follow from the one before; the lines from there on are not among the entries. */
  fault?: { line: number; message: string };
}

/** Reads a journal's bytes and follows its chain. Changes nothing and never throws. @param redactions of a bundle: a redacted line stands for what it was */
export function readChain(bytes: Buffer, redactions = Redactions.none): Chain {
  const chain: Chain = { entries: [], digests: [], torn: Buffer.alloc(0) };
  let start = 0;
  for (let end = bytes.indexOf(10); end !== -1; start = end + 1, end = bytes.indexOf(10, start)) {
    const message = follow(chain, bytes.subarray(start, end), redactions);
    if (message !== undefined) return { ...chain, fault: { line: chain.entries.length + 1, message } };
  }
  chain.torn = bytes.subarray(start);
  return chain;
}

/** Where a journal's head stands: on the last line, as many lines behind it, or on no line at all. */
export function headLag(chain: Chain, head: string): number | undefined {
  if (head === `${GENESIS}\n`) return chain.digests.length;
  const at = chain.digests.lastIndexOf(head.slice(0, -1));
  return at === -1 || !head.endsWith('\n') ? undefined : chain.digests.length - 1 - at;
}

/** One line on what is wrong with an entry: where, for one that has another shape. */
function reasonOf(error: unknown): string {
  const issue = error instanceof ZodError ? error.issues[0] : undefined;
  return issue === undefined ? messageOf(error).replaceAll(/\s+/g, ' ') : `${issue.path.join('.') || 'it'}: ${issue.message}`;
}

function follow(chain: Chain, line: Buffer, redactions: Redactions): string | undefined {
  let entry: JournalEntry;
  try {
    entry = parseEntry(JSON.parse(line.toString()));
  } catch (error) {
    return `is not a journal entry (${reasonOf(error)})`;
  }
  if (entry.prev !== (chain.digests.at(-1) ?? GENESIS)) return 'does not follow from the line before';
  if (entry.seq !== chain.entries.length + 1) return `has number ${String(entry.seq)}`;
  chain.entries.push(entry);
  chain.digests.push(redactions.original(`${JOURNAL_FILE}:${String(chain.entries.length)}`, sha256(line)));
  return undefined;
}
