import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { headLag, readChain } from './chain.js';
import { checksOf, plural, type Check, type Subject } from './check.js';
import type { JournalEntry } from './journal.js';
import { HEAD_FILE, JOURNAL_FILE } from './layout.js';

/** Chain and head. No entries where they cannot be relied on. */
export async function verifyJournal(
  dir: string,
  { running, crashed, redactions }: Pick<Subject, 'running' | 'crashed' | 'redactions'>,
): Promise<{ checks: Check[]; entries?: readonly JournalEntry[] }> {
  // Head first: a harness that runs meanwhile can only move the journal further.
  const head = await readFile(join(dir, HEAD_FILE), 'latin1').catch(() => undefined);
  const bytes = await readFile(join(dir, JOURNAL_FILE)).catch(() => undefined);
  if (!bytes) return { checks: checksOf('chain', [`${JOURNAL_FILE}: missing; without it nothing else can be checked`], '') };
  const chain = readChain(bytes, redactions);
  if (chain.fault) {
    const { line, message } = chain.fault;
    const fault = `${JOURNAL_FILE}:${String(line)}: ${message}: changed, removed or moved; without an intact journal nothing else can be checked`;
    return { checks: checksOf('chain', [fault], '') };
  }
  const whole = `${JOURNAL_FILE}: ${plural(chain.entries.length, 'entry').replace('entrys', 'entries')}, each follows from the one before`;
  const lag = head === undefined ? undefined : headLag(chain, head);
  const torn = chain.torn.length > 0;
  const half = torn && !running && !crashed ? [`${JOURNAL_FILE}:${String(chain.entries.length + 1)}: ends in the middle of a line`] : [];
  const checks = [
    ...checksOf('chain', half, torn ? `${whole}; then half a line that ${running ? 'is being written' : 'a crash left'}` : whole),
    ...checksOf('head', headFaults(head, lag, { running, crashed, torn, lines: chain.entries.length }), headInOrder(lag ?? 0)),
  ];
  return { checks, entries: chain.entries };
}

function headFaults(
  head: string | undefined,
  lag: number | undefined,
  { running, crashed, torn, lines }: { running: boolean; crashed: boolean; torn: boolean; lines: number },
): string[] {
  if (head === undefined) return [`${HEAD_FILE}: missing`];
  if (lag === 0 || (lag !== undefined && running) || (lag === 1 && crashed && !torn)) return [];
  const where = `line ${String(lines)} of ${JOURNAL_FILE}`;
  return [`${HEAD_FILE}: does not stand for ${where}, its last one: changed, or lines at the end of ${JOURNAL_FILE} were removed or added`];
}

const headInOrder = (lag: number): string =>
  lag === 0 ? `${HEAD_FILE}: stands for the last entry` : `${HEAD_FILE}: behind the last entry, which is being written or was when the harness died`;
