import { createHash, randomUUID } from 'node:crypto';
import { access, mkdir, open, readFile, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { sha256 } from '../common/digest.js';
import { HarnessError } from '../common/errors.js';
import { MATERIAL_DIR } from './layout.js';
import { syncDirectory } from './write.js';

/** Bytes by their digest: what was seeded, carried, asked and checked is kept once for a whole campaign. */
export class Material {
  /** Digests that are known to be in place, or on their way. */
  private readonly present = new Map<string, Promise<void>>();

  private constructor(private readonly dir: string) {}

  static async open(campaignDir: string): Promise<Material> {
    const dir = join(campaignDir, MATERIAL_DIR);
    if ((await mkdir(dir, { recursive: true })) !== undefined) await syncDirectory(campaignDir);
    return new Material(dir);
  }

  /** Keeps the bytes and returns their SHA-256. The same bytes again cost nothing. */
  async put(bytes: Uint8Array | string): Promise<string> {
    const digest = sha256(bytes);
    const known = this.present.get(digest);
    if (known) {
      await known;
      return digest;
    }
    const written = this.store([bytes], digest).then(() => undefined);
    this.present.set(digest, written);
    try {
      await written;
    } catch (error) {
      this.present.delete(digest);
      throw error;
    }
    return digest;
  }

  /** Like `put`, for what does not fit into memory. */
  async putStream(bytes: Readable | AsyncIterable<Uint8Array>): Promise<string> {
    const digest = await this.store(bytes);
    this.present.set(digest, Promise.resolve());
    return digest;
  }

  /** The bytes of a digest. A HarnessError names the file if it is missing or does not hold what its name says. */
  async get(digest: string): Promise<Buffer> {
    const where = `${MATERIAL_DIR}/${digest}`;
    const bytes = await readFile(join(this.dir, digest)).catch((cause: unknown) => {
      throw new HarnessError('CLEANSLATE_MATERIAL_MISSING', 'is missing', { where, cause });
    });
    if (sha256(bytes) !== digest) throw new HarnessError('CLEANSLATE_MATERIAL_CHANGED', 'changed', { where });
    return bytes;
  }

  async has(digest: string): Promise<boolean> {
    return access(join(this.dir, digest)).then(
      () => true,
      () => false,
    );
  }

  /** Writes under a name of its own, then renames it to its digest: nobody ever sees a part of it. */
  private async store(source: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>, expected?: string): Promise<string> {
    if (expected !== undefined && (await this.has(expected))) return expected;
    const incoming = join(this.dir, `incoming-${randomUUID()}`);
    const hash = createHash('sha256');
    const file = await open(incoming, 'wx');
    try {
      for await (const chunk of source) {
        hash.update(chunk);
        await file.writeFile(chunk);
      }
      await file.datasync();
    } catch (error) {
      await file.close();
      await unlink(incoming);
      throw error;
    }
    await file.close();
    const digest = hash.digest('hex');
    await rename(incoming, join(this.dir, digest));
    await syncDirectory(this.dir);
    return digest;
  }
}
