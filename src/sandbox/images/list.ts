import type Docker from 'dockerode';
import { call } from '../docker/call.js';
import { DEFAULT_BASE, knownBase } from './base.js';
import { imageNames, packageImages, readImageFolder } from './folder.js';
import { imageKey, imageReference, REPOSITORY } from './key.js';
import { presentImage } from './present.js';

export interface ListedImage {
  name: string;
  key: string;
  reference: string;
  /** Image id; null where it is not built. */
  digest: string | null;
  /** Bytes, with all layers; null where it is not built. */
  size: number | null;
  present: boolean;
  /** `outdated`: present, but made from an earlier state of its folder or base. */
  state: 'current' | 'outdated';
}

/** All images of this package: for each folder its current one, built or not, then outdated ones that the engine still has. */
export async function listImages(docker: Docker, options: { images?: string } = {}): Promise<ListedImage[]> {
  const images = options.images ?? packageImages();
  const base = (await knownBase(docker)) ?? DEFAULT_BASE;
  const tags = (await call('listing images', (abortSignal) => docker.listImages({ abortSignal }))).flatMap((image) => image.RepoTags ?? []).map((tag) => tag.replace(/^localhost\//, ''));
  const listed: ListedImage[] = [];
  for (const name of imageNames(images)) {
    const current = currentReference(name, images, base);
    const own = tags.filter((tag) => tag.startsWith(`${REPOSITORY}/${name}:`) && tag !== current).sort();
    listed.push(await describe(docker, name, current, 'current'));
    for (const tag of own) listed.push(await describe(docker, name, tag, 'outdated'));
  }
  return listed;
}

/** The reference that an image has, or would have, when built from its folder as it is now on this base. */
export function currentReference(name: string, images: string, base: string): string {
  const folder = readImageFolder(name, images);
  const from = folder.parent === undefined ? (folder.onBase ? base : '') : currentReference(folder.parent, images, base);
  return imageReference(name, imageKey(folder, from));
}

async function describe(docker: Docker, name: string, reference: string, state: ListedImage['state']): Promise<ListedImage> {
  const found = await presentImage(docker, reference);
  return {
    name,
    key: reference.slice(reference.lastIndexOf(':') + 1),
    reference,
    digest: found?.digest ?? null,
    size: found?.size ?? null,
    present: found !== undefined,
    state,
  };
}
