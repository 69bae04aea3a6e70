import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { extract, pack, type Pack } from 'tar-stream';
import { begun } from '../../common/begun.js';
import { HarnessError } from '../../common/errors.js';
import type { Entry } from '../../common/inventory.js';
import { ancestors, decodePath } from '../../common/paths.js';
import { isPacked, lookInside } from '../../gateway/redact/packed.js';
import type { Scrubber } from '../../gateway/redact/scrubber.js';
import { streamScrub } from '../../gateway/redact/stream-scrub.js';
import type { Sandbox } from '../../sandbox/sandbox.js';
import type { LeftEntry } from './carry.js';

/** Larger packed files are carried as they are, bytes. */
const LOOKED_INTO = 64 << 20;

/** Puts what is carried into a tar, credentials in it masked by as many bytes. */
export class Packing {
  /** Of files with masks in them, the digest of what the next session is given. */
  readonly #masked = new Map<string, string>();

  constructor(
    private readonly sandbox: Sandbox,
    private readonly scrubber: Scrubber,
  ) {}

  /** Once its tar is complete. */
  asPacked(entry: LeftEntry): LeftEntry {
    const sha256 = this.#masked.get(entry.path);
    return sha256 === undefined ? entry : { ...entry, sha256, masked: true };
  }

  /** Bytes and times as they were left, owners and modes as the inventory has them, the directories on the way first. */
  tarOf(carried: readonly LeftEntry[], all: readonly Entry[]): Readable {
    const target = pack();
    void this.#fill(target, carried, all).then(
      () => { target.finalize(); },
      (error: unknown) => { target.destroy(error as Error); },
    );
    return target as unknown as Readable;
  }

  async #fill(target: Pack, carried: readonly LeftEntry[], all: readonly Entry[]): Promise<void> {
    for (const { path, link = '' } of carried) if (this.scrubber.find(path) ?? this.scrubber.find(link)) throw this.#refusal(path, 'its name is a credential or looks like one');
    const wanted = new Map(carried.map((entry) => [entry.path, entry]));
    const above = new Set(carried.flatMap(({ path }) => ancestors(path)));
    for (const entry of all) if (entry.type === 'directory' && (above.has(entry.path) || wanted.has(entry.path))) target.entry({ ...headerOf(entry), type: 'directory' });
    const files = carried.filter(({ type }) => type !== 'directory');
    let missing = new Map(files.map((entry) => [entry.path, entry]));
    missing = await this.#copy(target, missing);
    // The further name of a file with several names comes without bytes: ask for it alone.
    for (const entry of [...missing.values()]) missing = await this.#copy(target, new Map([[entry.path, entry]]), missing);
    const [lost] = missing.keys();
    if (lost !== undefined) throw new HarnessError('CLEANSLATE_CARRY', 'cannot be carried into the next session: it did not come back', { where: lost });
  }

  /** Copies these files from the sandbox. Returns those that did not come back. */
  async #copy(target: Pack, wanted: Map<string, LeftEntry>, missing = new Map(wanted)): Promise<Map<string, LeftEntry>> {
    if (wanted.size === 0) return missing;
    const source = extract();
    const feeding = pipeline(await this.sandbox.read([...wanted.keys()]), source as unknown as NodeJS.WritableStream);
    feeding.catch(() => undefined);
    for await (const member of source) {
      const { header } = member;
      const entry = wanted.get(`/${header.name}`);
      if (entry === undefined || header.type === 'link') {
        member.resume();
        continue;
      }
      missing.delete(entry.path);
      const mtime = header.mtime ?? new Date(0);
      if (entry.type === 'file') await this.#copyFile(entry, member as AsyncIterable<Uint8Array>, () => target.entry({ ...headerOf(entry), mtime, type: 'file', size: entry.size }) as unknown as NodeJS.WritableStream);
      else {
        member.resume();
        target.entry({ ...headerOf(entry), mtime, type: entry.type === 'symlink' ? 'symlink' : 'fifo', ...(entry.link !== undefined && { linkname: named(entry.link, entry.path) }) });
      }
    }
    await feeding;
    return missing;
  }

  async #copyFile({ path, size }: LeftEntry, bytes: AsyncIterable<Uint8Array>, open: () => NodeJS.WritableStream): Promise<void> {
    const { head, whole } = await begun(bytes);
    const looked = isPacked(head) && size <= LOOKED_INTO ? [await buffer(Readable.from(whole))] : whole;
    if (Array.isArray(looked) && (await lookInside(looked[0] ?? Buffer.alloc(0), this.scrubber)) === 'credential') throw this.#refusal(path, 'there is a credential, or what looks like one, in what is packed in it');
    let isMasked = false;
    const hash = createHash('sha256');
    const hashed = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    };
    await pipeline(looked, streamScrub(this.scrubber, () => { isMasked = true; }, true), hashed, open());
    if (isMasked) this.#masked.set(path, hash.digest('hex'));
  }

  #refusal(path: string, why: string): HarnessError {
    return new HarnessError('CLEANSLATE_CARRY_CREDENTIAL', `cannot be carried into the next session: ${why}`, { where: this.scrubber.text(path) });
  }
}

const headerOf = ({ path, mode, uid, gid }: Entry): { name: string; mode: number; uid: number; gid: number } => ({ name: named(path.slice(1), path), mode: Number.parseInt(mode, 8), uid, gid });

/** A name as text; tars of seeds have no way for names that are not UTF-8. */
function named(encoded: string, path: string): string {
  const bytes = decodePath(encoded);
  const text = bytes.toString('utf8');
  if (Buffer.from(text).equals(bytes)) return text;
  throw new HarnessError('CLEANSLATE_CARRY', 'cannot be carried into the next session: its name is not UTF-8', { where: path });
}
