import { type BigIntStats, closeSync, createReadStream, fstatSync, lstatSync, readlinkSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Header, pack, type Pack } from 'tar-stream';
import { HarnessError } from '../common/errors.js';
import { encodePath } from '../common/paths.js';
import { openFile, unreadable } from './access.js';
import { beneath } from './beneath.js';
import { typeOf, type WalkRoot } from './walk.js';

/**
 * A tar of these entries (not directories), in the order asked for. Names are those of the inventory, relative to `/`:
 * text encoded by common/paths.ts, so that names which are not UTF-8 pass through a format that has no way for them.
 * A link is packed as a link; none is ever followed, neither at the end of a path nor on the way to it.
 * Owners in the tar are those of the harness, and it may read and write all: true owners and modes are in the inventory. The stream fails with a HarnessError that names the path in fault.
 */
export function readTar(roots: readonly WalkRoot[], paths: readonly string[]): Readable {
  const tar = pack();
  void packAll(tar, roots, paths).then(
    () => {
      tar.finalize();
    },
    (error: unknown) => tar.destroy(error as Error),
  );
  return Readable.from(tar, { objectMode: false });
}

type NamedHeader = Partial<Header> & Pick<Header, 'name'>;

async function packAll(tar: Pack, roots: readonly WalkRoot[], paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const real = beneath(roots, path);
    const stats = real && lstatSync(real, { bigint: true, throwIfNoEntry: false });
    if (real === undefined || stats === undefined)
      throw new HarnessError('CLEANSLATE_NO_SUCH_FILE', `there is no ${path} in the sandbox`);
    if (tar.destroyed) return;
    await packOne(tar, path, real, stats);
  }
}

async function packOne(tar: Pack, path: string, real: Buffer, stats: BigIntStats): Promise<void> {
  const header: NamedHeader = {
    name: path.slice(1),
    mode: (Number(stats.mode) & 0o7777) | 0o600,
    mtime: new Date(Number(stats.mtimeMs)),
    uid: process.getuid?.() ?? 0,
    gid: process.getgid?.() ?? 0,
  };
  const type = typeOf(stats);
  if (type === 'file') return packFile(tar, header, real, stats);
  if (type === 'symlink') {
    await packEmpty(tar, { ...header, type, linkname: encodePath(readlinkSync(real, { encoding: 'buffer' })) });
  } else if (type === 'fifo' || type === 'character-device' || type === 'block-device') {
    await packEmpty(tar, { ...header, type });
  } else {
    throw new HarnessError('CLEANSLATE_NOT_A_FILE', `${path} is a ${type}: only files, links and FIFOs can be read`);
  }
}

const packEmpty = (tar: Pack, header: NamedHeader): Promise<void> =>
  new Promise((resolve, reject) => {
    tar.entry({ ...header, size: 0 }, (error) => {
      if (error) reject(error);
      else resolve();
    });
  });

/** A file that shrinks or grows while it is read fails the stream: its size is already written. */
async function packFile(tar: Pack, header: NamedHeader, real: Buffer, stats: BigIntStats): Promise<void> {
  const fd = openFile(real, Number(stats.mode));
  try {
    const opened = fstatSync(fd, { bigint: true });
    if (opened.ino !== stats.ino || !opened.isFile()) throw new Error('it was replaced while it was read');
    const entry = tar.entry({ ...header, type: 'file', size: Number(opened.size) });
    await pipeline(createReadStream('', { fd, autoClose: false }), entry as unknown as NodeJS.WritableStream);
  } catch (error) {
    throw unreadable(real, error);
  } finally {
    closeSync(fd);
  }
}
