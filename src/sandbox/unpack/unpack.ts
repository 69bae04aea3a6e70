import { chmodSync, lchownSync, linkSync, lstatSync, lutimesSync, mkdirSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { extract, type Header } from 'tar-stream';
import { CleanslateError, HarnessError, messageOf } from '../../common/errors.js';
import { beneath } from '../beneath.js';
import type { WalkRoot } from '../walk.js';
import { BYTES_AS_TEXT, linkedPath, pathOf, refused, targetOf } from './tar-names.js';
import { writeFifo, writeFile } from './write-entry.js';

export interface UnpackOptions {
  /** Ids in the tar → ids on disk. Undefined where files can only belong to the harness's own user. */
  owner: ((uid: number, gid: number) => { uid: number; gid: number }) | undefined;
  /** Directories that exist whatever the tar says; those above all roots keep owner and mode. */
  fixed: readonly string[];
  /** A directory of the harness on the same file system. */
  scratch: string;
  /** Takes what would land outside of all roots; without it, that is refused. */
  elsewhere?: ((header: Header, content: Content) => Promise<void>) | undefined;
}

export type Content = AsyncIterable<Uint8Array> & { resume(): unknown };

/**
 * Unpacks a tar whose names are relative to `/` below the roots: modes, owners, times and the bytes of names as they
 * are. Refuses with a HarnessError what would land anywhere else: absolute names, `..`, what goes through a link,
 * hard links to elsewhere, devices. Links are data: one may point anywhere, since the harness follows none.
 */
export async function unpack(tar: Readable, roots: readonly WalkRoot[], options: UnpackOptions): Promise<void> {
  const unpacker = new Unpacker(roots, options);
  const entries = extract(BYTES_AS_TEXT);
  const takeAll = async (): Promise<void> => {
    for await (const entry of entries) await unpacker.take(entry.header, entry as unknown as Content);
  };
  try {
    await Promise.all([pipeline(tar, entries as unknown as NodeJS.WritableStream), takeAll()]);
  } catch (cause) {
    if (cause instanceof CleanslateError) throw cause;
    throw new HarnessError('CLEANSLATE_SEED', `cannot unpack the seed: ${messageOf(cause)}`, { cause });
  }
  unpacker.finish();
}

class Unpacker {
  /** In order of arrival. A directory gets its mode and time last, when nothing more comes into it. */
  readonly #directories = new Map<string, { real: Buffer; header: Header }>();

  constructor(
    private readonly roots: readonly WalkRoot[],
    private readonly options: UnpackOptions,
  ) {}

  async take(header: Header, content: Content): Promise<void> {
    const path = pathOf(header);
    const { elsewhere } = this.options;
    if (elsewhere && !this.roots.some((root) => root.path === path || path.startsWith(`${root.path}/`))) return elsewhere(header, content);
    const real = beneath(this.roots, path);
    const fixed = this.options.fixed.includes(path);
    if (real === undefined && !fixed) throw refused(path, 'it leads out of the sandbox');
    if (header.type === 'directory') {
      if (real !== undefined) this.#directory(path, real, header);
    } else if (real === undefined || fixed) {
      throw refused(path, 'it must be a directory');
    } else {
      await this.#other(path, real, header, content);
    }
    content.resume(); // An entry must have ended before the next one comes.
  }

  finish(): void {
    for (const { real, header } of [...this.#directories.values()].reverse()) {
      chmodSync(real, header.mode);
      utimesSync(real, header.mtime, header.mtime);
    }
  }

  #directory(path: string, real: Buffer, header: Header): void {
    if (this.roots.some((root) => root.path === path)) return;
    this.#makeDirectories(path, real);
    this.#own(real, header);
    this.#directories.delete(path);
    this.#directories.set(path, { real, header });
  }

  async #other(path: string, real: Buffer, header: Header, content: Content): Promise<void> {
    const slash = real.lastIndexOf('/');
    this.#makeDirectories(path.slice(0, path.lastIndexOf('/')), real.subarray(0, slash));
    const there = lstatSync(real, { throwIfNoEntry: false });
    if (there?.isDirectory()) throw refused(path, 'a directory is there already');
    if (there !== undefined) rmSync(real, { force: true });
    const ids = this.options.owner?.(header.uid, header.gid);
    if (header.type === 'file' || header.type === 'contiguous-file') await writeFile(real, header, content, ids);
    else if (header.type === 'fifo') await writeFifo(real, header, this.options.scratch, ids);
    else if (header.type === 'symlink') this.#symlink(real, header);
    else if (header.type === 'link') this.#hardLink(path, real, header);
    else throw refused(path, `it is a ${header.type}`);
  }

  #symlink(real: Buffer, header: Header): void {
    symlinkSync(targetOf(header), real);
    this.#own(real, header);
    lutimesSync(real, header.mtime, header.mtime);
  }

  #hardLink(path: string, real: Buffer, header: Header): void {
    const target = beneath(this.roots, linkedPath(header));
    if (target === undefined || !(lstatSync(target, { throwIfNoEntry: false })?.isFile() ?? false))
      throw refused(path, 'it is a link to no file of the sandbox');
    linkSync(target, real);
  }

  #own(real: Buffer, header: Header): void {
    const ids = this.options.owner?.(header.uid, header.gid);
    if (ids !== undefined) lchownSync(real, ids.uid, ids.gid);
  }

  /** Also those above, which a tar may leave out. */
  #makeDirectories(path: string, real: Buffer): void {
    const there = lstatSync(real, { throwIfNoEntry: false });
    if (there?.isDirectory()) return;
    if (there !== undefined) throw refused(path, 'something that is no directory is there already');
    this.#makeDirectories(path.slice(0, path.lastIndexOf('/')), real.subarray(0, real.lastIndexOf('/')));
    mkdirSync(real, { mode: 0o755 });
  }
}
