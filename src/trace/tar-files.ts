import type { Readable } from 'node:stream';
import { extract } from 'tar-stream';
import { encodePath } from '../common/paths.js';

export interface TarFile {
  /** Absolute and encoded, as in an inventory. */
  path: string;
  bytes: AsyncIterable<Uint8Array>;
}

/** The regular files of a tar whose names are relative to `/`. Each must be read to its end before the next one comes. */
export async function* tarFiles(tar: Readable): AsyncGenerator<TarFile> {
  // Names as bytes: one character each, so that those which are not UTF-8 come through.
  // (The package's types lack this option of its.)
  const unpack = extract({ filenameEncoding: 'latin1' } as object);
  tar.on('error', (error) => unpack.destroy(error));
  tar.pipe(unpack);
  for await (const entry of unpack) {
    const { header } = entry;
    if (header.type === 'file' || header.type === 'contiguous-file') {
      // A name from a pax header is UTF-8 by definition and has been decoded as such.
      const name = Buffer.from(header.name, (header.pax as Record<string, string> | null)?.['path'] === undefined ? 'latin1' : 'utf8');
      yield { path: encodePath(Buffer.concat([Buffer.from('/'), name])).replace(/^\/+(?:\.\/+)?/, '/'), bytes: entry as AsyncIterable<Uint8Array> };
    }
    entry.resume();
  }
}
