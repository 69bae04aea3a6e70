import { existsSync } from 'node:fs';
import { open, readFile, readdir, truncate, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { timestamp, type Clock } from '../common/clock.js';
import { sha256 } from '../common/digest.js';
import { HarnessError, UserError } from '../common/errors.js';
import { readRedactions } from './bundle/redactions.js';
import { GENESIS, headLag, readChain, type Chain } from './chain.js';
import { journalBody, type JournalBody, type JournalEntry } from './entries.js';
import { HEAD_FILE, JOURNAL_FILE, RESULTS_FILE, TRIALS_DIR } from './layout.js';
import { appendLine, syncDirectory, syncFile, writeAtomic } from './write.js';

export type { JournalBody, JournalEntry, JournalType, Sealed, AttemptSignal } from './entries.js';

/**
 * The append-only, hash-chained record of a campaign. One writer: whoever holds the CampaignLock.
 * Each entry is on disk before `append` returns, and its digest in journal.head, which stands for it before the next entry is written.
 */
export class Journal {
  readonly entries: readonly JournalEntry[];
  private last: string;
  /** Settles when nothing is being written. After a failed write it rejects, and nothing may follow: the line may be on disk or not. */
  private queue: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly dir: string,
    private readonly clock: Clock,
    private readonly file: FileHandle,
    private readonly list: JournalEntry[],
    chain: Chain,
  ) {
    this.entries = list;
    this.last = chain.digests.at(-1) ?? GENESIS;
  }

  /**
   * Opens or starts the journal of a campaign directory.
   * What a crash can leave (half a last line, a head that is one line behind) is put right, and that goes on the journal.
   * Anything else throws a UserError that names file and line.
   */
  static async open(dir: string, clock: Clock): Promise<Journal> {
    await prepare(dir);
    const { chain, lag } = await read(dir);
    if (lag > 1 || (lag === 1 && chain.torn.length > 0)) throw misplacedHead(chain);
    const path = join(dir, JOURNAL_FILE);
    if (chain.torn.length > 0) {
      const whole = (await readFile(path)).length - chain.torn.length;
      await truncate(path, whole);
      await syncFile(path);
    }
    const journal = new Journal(dir, clock, await open(path, 'a'), chain.entries, chain);
    try {
      await journal.recover(chain, lag);
    } catch (error) {
      await journal.close();
      throw error;
    }
    return journal;
  }

  /** Adds an entry; entries asked for at the same time are written one after the other, in the order of the calls. */
  async append(body: JournalBody): Promise<JournalEntry> {
    const written = this.enter(body);
    const complete = this.queue;
    const entry = await written;
    await complete;
    return entry;
  }

  /**
   * The same, but does not wait for the head: for those who go on with something that takes longer. The entry is no less on disk
   * without it, and a head that is one line behind is what a crash may leave.
   */
  async enter(body: JournalBody): Promise<JournalEntry> {
    const checked = journalBody.parse(body);
    const written = this.queue.then(() => this.write(checked));
    this.queue = written.then(() => writeAtomic(join(this.dir, HEAD_FILE), `${this.last}\n`));
    this.queue.catch(() => undefined);
    return written;
  }

  /** Waits for all that was asked for. Rejects where the journal is not complete on disk. */
  async close(): Promise<void> {
    try {
      await this.queue;
    } finally {
      await this.file.close();
    }
  }

  private async recover(chain: Chain, lag: number): Promise<void> {
    // The head first: were it two lines behind after a second crash, nobody could tell that from a forgery.
    if (lag > 0) await writeAtomic(join(this.dir, HEAD_FILE), `${this.last}\n`);
    const recovered = { type: 'journal.recovered', torn: chain.torn.toString('base64') } as const;
    if (lag > 0) await this.append({ ...recovered, file: HEAD_FILE, reason: 'the head was one line behind' });
    if (chain.torn.length > 0) await this.append({ ...recovered, file: JOURNAL_FILE, reason: 'the last line was cut short' });
  }

  private async write(body: JournalBody): Promise<JournalEntry> {
    const { type, ...rest } = body;
    const frame = { seq: this.list.length + 1, time: timestamp(this.clock) };
    const entry = { ...frame, type, ...rest, prev: this.last } as JournalEntry;
    const line = JSON.stringify(entry);
    await appendLine(this.file, line);
    this.last = sha256(line);
    this.list.push(entry);
    return entry;
  }
}

/** The entries of a campaign's journal, for those who only read. It may be running: the end of the journal may be on its way. */
export async function readJournal(dir: string): Promise<JournalEntry[]> {
  if (!existsSync(join(dir, JOURNAL_FILE))) {
    throw new UserError('CLEANSLATE_NO_CAMPAIGN', 'is not a campaign directory', { where: dir, hint: `it has no ${JOURNAL_FILE}` });
  }
  return (await read(dir)).chain.entries;
}

async function read(dir: string): Promise<{ chain: Chain; lag: number }> {
  // Head first: a harness that runs meanwhile can only move the journal further.
  const head = await readFile(join(dir, HEAD_FILE), 'latin1').catch(() => '');
  const chain = readChain(await readFile(join(dir, JOURNAL_FILE)), await readRedactions(dir));
  if (chain.fault) throw tampered(`${JOURNAL_FILE}:${String(chain.fault.line)}`, chain.fault.message);
  const lag = headLag(chain, head);
  if (lag === undefined) throw misplacedHead(chain);
  return { chain, lag };
}

/** Head before journal, so that a missing head is never the work of a crash. */
async function prepare(dir: string): Promise<void> {
  const journal = join(dir, JOURNAL_FILE);
  const head = join(dir, HEAD_FILE);
  if (existsSync(journal)) return;
  const started = existsSync(head) && (await readFile(head, 'latin1')) !== `${GENESIS}\n`;
  const trials = existsSync(join(dir, TRIALS_DIR)) && (await readdir(join(dir, TRIALS_DIR))).length > 0;
  if (started || trials || existsSync(join(dir, RESULTS_FILE))) throw tampered(JOURNAL_FILE, 'is missing');
  await writeAtomic(head, `${GENESIS}\n`);
  const file = await open(journal, 'wx').catch((cause: unknown) => {
    throw new HarnessError('CLEANSLATE_WRITE', 'cannot be created', { where: journal, cause });
  });
  await file.close();
  await syncDirectory(dir);
}

const misplacedHead = (chain: Chain): UserError =>
  tampered(HEAD_FILE, `does not stand for the last line of ${JOURNAL_FILE} (line ${String(chain.entries.length)})`);

const tampered = (where: string, message: string): UserError =>
  new UserError('CLEANSLATE_JOURNAL_TAMPERED', message, {
    where,
    hint: 'the campaign was changed by something other than this program; `cleanslate verify` lists what differs',
  });
