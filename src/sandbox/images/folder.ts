import { readFileSync, readdirSync, lstatSync, existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
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
  /** Files that the user brings, because nobody may pass them on (`ARG PROVIDED=<variable>`); undefined where there are none of them. */
  provided: Provided | undefined;
  /** Digest of everything in the folder, and of what is provided. */
  content: string;
}

export interface Provided {
  /** Environment variable that names the directory. */
  variable: string;
  /** Where they are; undefined where the user has not said. */
  directory: string | undefined;
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
  const provided = providedFiles(dockerfile, name);
  return {
    name,
    directory,
    parent: /^ARG\s+PARENT=([a-z0-9][a-z0-9-]*)\s*$/im.exec(dockerfile)?.[1],
    onBase: /^ARG\s+BASE\b/im.test(dockerfile),
    provided,
    content: digestOf(provided?.directory === undefined ? filesBelow(directory) : [filesBelow(directory), filesBelow(provided.directory)]),
  };
}

function providedFiles(dockerfile: string, name: string): Provided | undefined {
  const variable = /^ARG\s+PROVIDED=([A-Z][A-Z0-9_]*)\s*$/m.exec(dockerfile)?.[1];
  if (variable === undefined) return undefined;
  const directory = process.env[variable];
  if (directory === undefined || directory === '') return { variable, directory: undefined };
  if (!existsSync(directory) || !statSync(directory).isDirectory()) {
    throw new UserError('CLEANSLATE_IMAGE_PROVIDED', `${directory} is not a directory, so image ${name} cannot be made`, { where: variable });
  }
  return { variable, directory: resolve(directory) };
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
