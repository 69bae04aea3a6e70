import { existsSync } from 'node:fs';
import { open, readFile, truncate, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../common/digest.js';
import { UserError } from '../common/errors.js';
import type { Journal, JournalEntry, Sealed } from './journal.js';
import { attemptPath, RESULTS_FILE } from './layout.js';
import { appendLine, syncDirectory, syncFile } from './write.js';

/** Makes an attempt's line of results.jsonl (without newline) from its sealed files: the same bytes each time. */
export type LineOf = (trial: string, attempt: number) => Promise<string>;

/**
 * results.jsonl, one line per valid attempt. A line is announced on the journal with its digest, then written;
 * so what a crash leaves is at most one announced line that is missing, and it is written from the sealed attempt.
 */
export class Results {
  private queue: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly journal: Journal,
    private readonly file: FileHandle,
    private readonly lineOf: LineOf,
  ) {}

  /**
   * Opens the file, brings it and the journal together again, and adds the lines of valid attempts that were sealed
   * but not yet announced. Lines that are not what the journal says: a UserError that names the line.
   */
  static async open(dir: string, journal: Journal, lineOf: LineOf): Promise<Results> {
    const path = join(dir, RESULTS_FILE);
    const created = !existsSync(path);
    const file = await open(path, 'a');
    if (created) await syncDirectory(dir);
    const results = new Results(journal, file, lineOf);
    try {
      await results.complete(path);
      for (const { trial, attempt } of unscored(journal.entries)) await results.add(trial, attempt);
      return results;
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** Announces and writes the line of a sealed, valid attempt. Calls are served one after the other. */
  async add(trial: string, attempt: number): Promise<void> {
    const added = this.queue.then(async () => {
      const line = await this.lineOf(trial, attempt);
      await this.journal.enter({ type: 'attempt.scored', trial, attempt, result: sha256(line) });
      await appendLine(this.file, line);
    });
    this.queue = added;
    this.queue.catch(() => undefined);
    await added;
  }

  async close(): Promise<void> {
    await this.queue.catch(() => undefined);
    await this.file.close();
  }

  private async complete(path: string): Promise<void> {
    const scored = this.journal.entries.filter((entry) => entry.type === 'attempt.scored');
    const bytes = await readFile(path);
    const { lines, torn } = splitLines(bytes);
    const wrong = lines.findIndex((line, index) => sha256(line) !== scored[index]?.result);
    if (wrong !== -1) throw changed(wrong + 1, 'is not what the journal announced');
    if (scored.length - lines.length > 1) throw changed(lines.length + 1, 'is missing');
    const missing = scored[lines.length];
    const line = missing && (await this.lineOf(missing.trial, missing.attempt));
    if (missing && sha256(line ?? '') !== missing.result) {
      throw changed(lines.length + 1, `cannot be written again: ${attemptPath(missing.trial, missing.attempt)} gives another line`);
    }
    if (!Buffer.from(`${line ?? ''}\n`).subarray(0, torn.length).equals(torn)) {
      throw changed(lines.length + 1, 'was not announced by the journal');
    }
    if (torn.length > 0) {
      await truncate(path, bytes.length - torn.length);
      await syncFile(path);
      await this.note(torn, 'the last line was cut short');
    } else if (line !== undefined) await this.note(torn, 'the last line was not written yet');
    if (line !== undefined) await appendLine(this.file, line);
  }

  private async note(torn: Buffer, reason: string): Promise<void> {
    await this.journal.append({ type: 'journal.recovered', file: RESULTS_FILE, torn: torn.toString('base64'), reason });
  }
}

/** Whole lines without their newlines, and the bytes after the last newline. */
export function splitLines(bytes: Buffer): { lines: Buffer[]; torn: Buffer } {
  const lines: Buffer[] = [];
  let start = 0;
  for (let end = bytes.indexOf(10); end !== -1; start = end + 1, end = bytes.indexOf(10, start)) lines.push(bytes.subarray(start, end));
  return { lines, torn: bytes.subarray(start) };
}

/** Sealed, valid attempts that have no line yet, in the order of their sealing. */
export function unscored(entries: readonly JournalEntry[]): Sealed[] {
  const scored = new Set(entries.flatMap((entry) => (entry.type === 'attempt.scored' ? [attemptPath(entry.trial, entry.attempt)] : [])));
  return entries.flatMap((entry) =>
    entry.type === 'attempt.sealed' && entry.valid && !scored.has(attemptPath(entry.trial, entry.attempt)) ? [entry] : [],
  );
}

const changed = (line: number, message: string): UserError =>
  new UserError('CLEANSLATE_RESULTS_TAMPERED', message, {
    where: `${RESULTS_FILE}:${String(line)}`,
    hint: 'the campaign was changed by something other than this program; `cleanslate verify` lists what differs',
  });
