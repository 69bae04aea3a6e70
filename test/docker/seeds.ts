import type { Readable } from 'node:stream';
import { pack } from 'tar-stream';

/** A tar for `seed`: paths relative to `/`, owned by the sandbox's user. A path that ends in `/` is a directory. */
export function seedOf(files: Record<string, string | Buffer>): Readable {
  const tar = pack();
  for (const [name, content] of Object.entries(files)) {
    const isDirectory = name.endsWith('/');
    const header = { name, uid: 1000, gid: 1000, mode: isDirectory ? 0o755 : 0o644, mtime: new Date(0) };
    if (isDirectory) tar.entry({ ...header, type: 'directory' });
    else tar.entry(header, content);
  }
  tar.finalize();
  return tar as unknown as Readable;
}
