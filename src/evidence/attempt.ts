import { createWriteStream, existsSync, type WriteStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { sha256 } from '../common/digest.js';
import { HarnessError, messageOf } from '../common/errors.js';
import { attemptDir, EVIDENCE_FILE, INTERRUPTED_FILE, MATERIAL_LIST, PARTIAL, partialDir, preflightPath } from './layout.js';
import { digestFiles, formatDigests, type Listing } from './listing.js';
import { Material } from './material.js';
import { syncDirectory, writeSynced } from './write.js';

/**
 * The folder of one attempt while it is put together. Nothing in it has a name that an agent chose.
 * It becomes visible as `attempt-<n>` when it is complete, and is not touched after that.
 */
export class AttemptStore {
  private readonly streams: { name: string; stream: WriteStream; done: Promise<void> }[] = [];
  private list: Promise<unknown> = Promise.resolve();
  /** Digests of the files that are complete and synced. */
  private settled = new Map<string, string>();
  private settling: Promise<Listing> | undefined;

  private constructor(
    /** Where the attempt is until it is sealed. */
    readonly dir: string,
    private readonly final: string,
    readonly material: Material,
    /** Masks credentials in JSON text: an agent may give one as the name of a file, and evidence names files. */
    private readonly mask: (json: string) => string,
  ) {}

  /** Throws a HarnessError if this attempt exists, finished or not: an attempt is made once. */
  static async create(campaignDir: string, trial: string, attempt: number, mask?: (json: string) => string): Promise<AttemptStore> {
    return AttemptStore.at(campaignDir, partialDir(campaignDir, trial, attempt), attemptDir(campaignDir, trial, attempt), mask);
  }

  /** A preflight is kept like an attempt, in a folder of its own. */
  static async ofPreflight(campaignDir: string, configuration: string, number: number, mask?: (json: string) => string): Promise<AttemptStore> {
    const final = join(campaignDir, preflightPath(configuration, number));
    return AttemptStore.at(campaignDir, `${final}${PARTIAL}`, final, mask);
  }

  private static async at(campaignDir: string, dir: string, final: string, mask = (json: string): string => json): Promise<AttemptStore> {
    if (existsSync(final) || existsSync(dir)) {
      throw new HarnessError('CLEANSLATE_ATTEMPT_EXISTS', 'the attempt exists already', { where: final });
    }
    try {
      await mkdir(dirname(dir), { recursive: true });
      await mkdir(dir);
    } catch (cause) {
      throw new HarnessError('CLEANSLATE_WRITE', `cannot be created: ${messageOf(cause)}`, { where: dir, cause });
    }
    return new AttemptStore(dir, final, await Material.open(campaignDir), mask);
  }

  /**
   * Writes a whole file, atomically. `name` is relative, of letters, digits, `.`, `_`, `-`, with `/` between segments. Where it is
   * JSON, credentials in text are masked; a stream of text then comes in pieces that end between its strings.
   */
  async write(name: string, given: string | Uint8Array | Readable): Promise<void> {
    const path = await this.place(name);
    const data = name.endsWith('.json') ? this.masked(given) : given;
    const incoming = `${path}.incoming`;
    try {
      // Synced when it is sealed: until then it is nobody's evidence.
      if (typeof data === 'string' || data instanceof Uint8Array) await writeFile(incoming, data, { flag: 'wx' });
      else await pipeline(data, createWriteStream(incoming, { flags: 'wx' }));
    } catch (error) {
      await rm(incoming, { force: true });
      throw error;
    }
    this.settled.delete(name);
    await rename(incoming, path);
  }

  /** A file that grows as things come in. Its backpressure is that of the disk; `seal` ends it if the caller has not. */
  async stream(name: string): Promise<Writable> {
    const stream = createWriteStream(await this.place(name), { flags: 'wx' });
    const done = finished(stream, { readable: false });
    done.catch(() => undefined); // told by `seal`
    this.streams.push({ name, stream, done });
    return stream;
  }

  /** Keeps bytes in material/ and notes what they were for, so that the trial can be rebuilt. Returns their digest. */
  async keep(use: string, bytes: Uint8Array | string | Readable): Promise<string> {
    const stored = typeof bytes === 'string' || bytes instanceof Uint8Array ? this.material.put(bytes) : this.material.putStream(bytes);
    const digest = await stored;
    await this.refer(use, digest);
    return digest;
  }

  /** Notes that this attempt used something which is in material/ already. */
  async refer(use: string, digest: string): Promise<void> {
    const line = `${JSON.stringify({ sha256: digest, use })}\n`;
    const noted = this.list.then(async () => {
      this.settled.delete(MATERIAL_LIST);
      const file = await open(join(this.dir, MATERIAL_LIST), 'a');
      await file.appendFile(line);
      await file.close();
    });
    this.list = noted;
    await noted;
  }

  /**
   * Ends all streams and syncs what there is, so that little is left to do for `seal`. Files may still be added and replaced.
   * A stream that could not be written completely (a full disk) is a HarnessError: there is no attempt with holes.
   */
  async settle(): Promise<void> {
    this.settling = this.complete().then(() => digestFiles(this.dir, { skip: EVIDENCE_FILE, sync: true }));
    this.settled = (await this.settling).files;
  }

  /** Settles what is not settled yet, writes evidence.sha256 and gives the folder its name. Returns the digest of evidence.sha256. */
  async seal(): Promise<string> {
    // A sync that failed once must not be tried again: the second time the system may say that all is well.
    await this.settling;
    await this.complete();
    return await sealDirectory(this.dir, this.final, this.settled);
  }

  private masked(json: string | Uint8Array | Readable): string | Uint8Array | Readable {
    if (typeof json === 'string') return this.mask(json);
    return json instanceof Uint8Array ? json : json.map((piece: unknown) => (typeof piece === 'string' ? this.mask(piece) : piece));
  }

  private async complete(): Promise<void> {
    for (const { name, stream, done } of this.streams) {
      if (!stream.writableEnded) stream.end();
      await done.catch((cause: unknown) => {
        throw new HarnessError('CLEANSLATE_WRITE', `cannot be written: ${messageOf(cause)}`, { where: join(this.dir, name), cause });
      });
    }
    await this.list;
  }

  private async place(name: string): Promise<string> {
    if (!/^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[A-Za-z0-9._-]+(?:\/[A-Za-z0-9._-]+)*$/.test(name) || name === EVIDENCE_FILE) {
      throw new HarnessError('CLEANSLATE_EVIDENCE_NAME', `not a name for evidence: ${JSON.stringify(name)}`);
    }
    const path = join(this.dir, name);
    await mkdir(dirname(path), { recursive: true });
    return path;
  }
}

/**
 * Closes what a dead or stopped harness left of an attempt: it keeps what is there, says why, and seals it.
 * Returns the digest of its evidence.sha256, or null if the attempt had left nothing on disk.
 */
export async function sealInterrupted(campaignDir: string, trial: string, attempt: number, reason: string): Promise<string | null> {
  const dir = partialDir(campaignDir, trial, attempt);
  const final = attemptDir(campaignDir, trial, attempt);
  // Sealed, but the harness died before that was on the journal.
  if (existsSync(final)) return sha256(await readFile(join(final, EVIDENCE_FILE)));
  if (!existsSync(dir)) return null;
  await writeFile(join(dir, INTERRUPTED_FILE), `${JSON.stringify({ trial, attempt, reason })}\n`);
  return await sealDirectory(dir, final);
}

async function sealDirectory(dir: string, final: string, known?: ReadonlyMap<string, string>): Promise<string> {
  const { files, directories } = await digestFiles(dir, { skip: EVIDENCE_FILE, sync: true, ...(known && { known }) });
  const listing = formatDigests(files);
  // Nobody takes this folder for an attempt before it has its name, so what a crash leaves of this file is written anew.
  await Promise.all([writeSynced(join(dir, EVIDENCE_FILE), listing), ...directories.map((name) => syncDirectory(join(dir, name)))]);
  await syncDirectory(dir);
  await rename(dir, final);
  const trial = dirname(final);
  await Promise.all([trial, dirname(trial)].map((name) => syncDirectory(name)));
  return sha256(listing);
}
