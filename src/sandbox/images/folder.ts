import { readFileSync, readdirSync, lstatSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf } from '../../common/json.js';
import { UserError } from '../../common/errors.js';
import { inPackage } from '../../common/package-root.js';
import { compareBytes } from '../../common/paths.js';
import { sha256 } from '../../common/digest.js';

/** One folder below `images/`: the recipe of one image. */
export interface ImageFolder {
  name: string;
  directory: string;
  /** The image it is built on, from `ARG PARENT=<name>` in its Dockerfile. */
  parent: string | undefined;
  /** Whether it is built on the base's root file system (`ARG BASE`), which differs between machines. */
  onBase: boolean;
  /** Digest of everything in the folder. */
  content: string;
}

/** Where this package keeps its image folders. */
export const packageImages = (): string => inPackage('images');

/** Names of all image folders, sorted. */
export const imageNames = (images: string = packageImages()): string[] =>
  readdirSync(images).filter((name) => existsSync(join(images, name, 'Dockerfile'))).sort(compareBytes);

/** Reads one image folder. A name that has none is the user's mistake. */
export function readImageFolder(name: string, images: string = packageImages()): ImageFolder {
  if (!imageNames(images).includes(name)) {
    throw new UserError('CLEANSLATE_IMAGE_UNKNOWN', `there is no image '${name}'`, {
      where: images,
      hint: `known images: ${imageNames(images).join(', ')}`,
    });
  }
  const directory = join(images, name);
  const dockerfile = readFileSync(join(directory, 'Dockerfile'), 'utf8');
  return {
    name,
    directory,
    parent: /^ARG\s+PARENT=([a-z0-9][a-z0-9-]*)\s*$/im.exec(dockerfile)?.[1],
    onBase: /^ARG\s+BASE\b/im.test(dockerfile),
    content: digestOf(filesBelow(directory)),
  };
}

/** [path, executable, sha256] of each file. `node_modules` is what somebody installed by hand, never part of the recipe. */
function filesBelow(directory: string, prefix = ''): [string, boolean, string][] {
  return readdirSync(join(directory, prefix))
    .filter((name) => name !== 'node_modules')
    .sort(compareBytes)
    .flatMap((name): [string, boolean, string][] => {
      const path = join(prefix, name);
      const stat = lstatSync(join(directory, path));
      if (stat.isDirectory()) return filesBelow(directory, path);
      if (!stat.isFile()) throw new UserError('CLEANSLATE_IMAGE_FILE', 'not a regular file', { where: join(directory, path) });
      return [[path, (stat.mode & 0o100) !== 0, sha256(readFileSync(join(directory, path)))]];
    });
}
