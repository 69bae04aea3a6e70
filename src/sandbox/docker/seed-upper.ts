import { chmodSync, chownSync, lstatSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pack } from 'tar-stream';
import type { Entry } from '../../common/inventory.js';
import { decodePath } from '../../common/paths.js';
import { STATE_ROOT } from '../layout.js';
import { nameOf, targetOf } from '../unpack/tar-names.js';
import { unpack } from '../unpack/unpack.js';
import type { Layer } from './upper.js';

/**
 * Puts the state of a seed straight into the writable layer of a container that has never run: for every archive an engine mounts the
 * container and starts a process, which takes a quarter of the time of a whole plain container. Returns a tar of what lies elsewhere, which
 * is for the engine to put in place; undefined where there is none.
 * Between its creation and its start no container has its layer mounted, so it may be changed (Linux, filesystems/overlayfs, "Changes to
 * underlying filesystems").
 */
export async function seedUpper({ upper, image }: Layer, tar: Readable): Promise<Buffer | undefined> {
  for (const directory of image) uncover(upper, directory);
  const rest = pack();
  const spooled = buffer(rest as unknown as Readable);
  let isEmpty = true;
  await unpack(tar, [{ path: STATE_ROOT, dir: Buffer.from(`${upper}${STATE_ROOT}`) }], {
    owner: (uid, gid) => ({ uid, gid }),
    fixed: image.map(({ path }) => path),
    scratch: dirname(upper),
    // Programs that an adapter brings; it holds them in memory, too.
    elsewhere: async (header, content) => {
      isEmpty = false;
      const link = header.type === 'symlink' || header.type === 'link' ? { linkname: targetOf(header).toString() } : {};
      rest.entry({ ...header, ...link, pax: null, name: nameOf(header).toString() }, await buffer(content));
    },
  });
  rest.finalize();
  return isEmpty ? undefined : spooled;
}

/** A directory of the image shows through that of the layer, but owner and mode are the layer's. */
function uncover(upper: string, { path, mode, uid, gid }: Entry): void {
  const real = Buffer.concat([Buffer.from(upper), decodePath(path)]);
  if (lstatSync(real, { throwIfNoEntry: false }) !== undefined) return;
  mkdirSync(real);
  chownSync(real, uid, gid);
  chmodSync(real, Number.parseInt(mode, 8));
}
