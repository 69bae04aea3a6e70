import type Docker from 'dockerode';
import { HarnessError, UserError } from '../common/errors.js';
import { sideBySide } from '../common/side-by-side.js';
import { ensureBase } from './images/base.js';
import { buildImage } from './images/build.js';
import { packageImages, readImageFolder } from './images/folder.js';
import { imageKey, imageReference } from './images/key.js';
import { exclusively } from './images/lock.js';
import { presentImage } from './images/present.js';

export { imageNames, readImageFolder } from './images/folder.js';
export { listImages, type ListedImage } from './images/list.js';

export interface BuiltImage {
  /** Tag that holds the key of its content: `cleanslate/base:0123456789ab`. */
  reference: string;
  /** Image id, `sha256:…`: what campaigns record. */
  digest: string;
  /** False where the engine had it already. */
  built: boolean;
}

export interface ImageOptions {
  /** Root file system that `images/base` is built on; DEFAULT_BASE, or what this machine can make instead. */
  base?: string;
  /** Gets progress, one line at a time. */
  log?: (line: string) => void;
  /** The directory with the image folders; this package's own if not given. */
  images?: string;
}

/**
 * Makes sure that the engine has the image of a folder below `images/`, and the images that it stands on.
 * Keyed by content: a second call builds nothing, and two processes at once build it once.
 * Throws UserError for an unknown name and HarnessError where it cannot be built.
 */
export async function ensureImage(docker: Docker, name: string, options: ImageOptions = {}): Promise<BuiltImage> {
  return ensure(docker, name, options, []);
}

/** While one image comes from the registry another one goes to the engine; more at once only wait for each other. */
const AT_ONCE = 3;

/** The same for several images, side by side: name → image, each name once. */
export async function ensureImages(docker: Docker, names: readonly string[], options: ImageOptions = {}): Promise<Map<string, BuiltImage>> {
  const wanted = [...new Set(names)];
  const built = await sideBySide(wanted, AT_ONCE, async (name) => [name, await ensureImage(docker, name, options)] as const);
  return new Map(built);
}

async function ensure(docker: Docker, name: string, options: ImageOptions, above: readonly string[]): Promise<BuiltImage> {
  const { log: tell = () => undefined, images = packageImages() } = options;
  // Images are built side by side.
  const log = (line: string): void => { tell(`${name}: ${line}`); };
  const folder = readImageFolder(name, images);
  if (above.includes(name)) throw new HarnessError('CLEANSLATE_IMAGE_CYCLE', `image ${name} stands on itself`, { where: folder.directory });
  if (folder.provided && folder.provided.directory === undefined) throw notProvided(name, folder.provided.variable);

  const buildargs: Record<string, string> = {};
  if (folder.parent !== undefined) {
    buildargs['PARENT'] = (await ensure(docker, folder.parent, options, [...above, name])).reference;
  } else if (folder.onBase) {
    buildargs['BASE'] = await ensureBase(docker, options.base, log);
  }
  const reference = imageReference(name, imageKey(folder, Object.values(buildargs)[0] ?? ''));

  const present = await presentImage(docker, reference);
  if (present) return { reference, digest: present.digest, built: false };
  return exclusively(`image-${name}-${reference.slice(reference.lastIndexOf(':') + 1)}`, async () => {
    const meanwhile = await presentImage(docker, reference);
    if (meanwhile) return { reference, digest: meanwhile.digest, built: false };
    log(`building ${reference}`);
    await buildImage(docker, folder, reference, buildargs, log);
    const built = await presentImage(docker, reference);
    if (!built) throw new HarnessError('CLEANSLATE_IMAGE_LOST', `the engine built ${reference} but does not have it`);
    return { reference, digest: built.digest, built: true };
  });
}

const notProvided = (name: string, variable: string): UserError =>
  new UserError('CLEANSLATE_IMAGE_PROVIDED', `image ${name} is made from a program that you bring yourself`, {
    where: variable,
    hint: `set ${variable} to the directory that has it (docs/agents.md)`,
  });
