import { digestOf } from '../../common/json.js';
import type { ImageFolder } from './folder.js';

/** The prefix of all repositories that we make, so that `clean` can tell them. */
export const REPOSITORY = 'cleanslate';

/**
 * The key of an image: 12 hex digits over what it is made from, so that the same recipe is built once per machine
 * and any change makes a new image. `from` is the reference of the image below it (empty: its Dockerfile names one).
 */
export const imageKey = (folder: ImageFolder, from: string): string => digestOf({ content: folder.content, from }).slice(0, 12);

export const imageReference = (name: string, key: string): string => `${REPOSITORY}/${name}:${key}`;
