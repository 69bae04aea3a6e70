import type { Readable } from 'node:stream';
import { extract } from 'tar-stream';

export interface TarFile {
  /** Absolute and encoded, as in an inventory. */
  path: string;
  bytes: AsyncIterable<Uint8Array>;
}

/**
 * The regular files of a tar as Sandbox.read makes it: its names are those of the inventory, relative to `/`.
 * Each must be read to its end before the next one comes.
 */
export async function* tarFiles(tar: Readable): AsyncGenerator<TarFile> {
  const unpack = extract();
  tar.on('error', (error) => unpack.destroy(error));
  tar.pipe(unpack);
  for await (const entry of unpack) {
    const { type, name } = entry.header;
    if (type === 'file' || type === 'contiguous-file') yield { path: `/${name}`, bytes: entry as AsyncIterable<Uint8Array> };
    entry.resume();
  }
}
