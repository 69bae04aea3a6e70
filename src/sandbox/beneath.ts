import { lstatSync } from 'node:fs';
import { decodePath } from '../common/paths.js';
import type { WalkRoot } from './walk.js';

/**
 * Where a logical path really is or would be, or undefined if none but directories may lead there: what stands above it
 * must be real directories, so that a link which an agent put in the way leads nowhere. The last component is not
 * looked at. Only roots' own directories are trusted. The deepest root that holds the path counts.
 */
export function beneath(roots: readonly WalkRoot[], path: string): Buffer | undefined {
  const holds = ({ path: root }: WalkRoot): boolean => path === root || path.startsWith(root === '/' ? '/' : `${root}/`);
  const root = roots.filter(holds).sort((a, b) => b.path.length - a.path.length)[0];
  if (root === undefined) return undefined;
  const names = path.slice(root.path.length).split('/').filter((name) => name !== '');
  if (names.includes('..') || names.includes('.')) return undefined;
  let real = typeof root.dir === 'string' ? decodePath(root.dir) : root.dir;
  for (const name of names) {
    if (!(lstatSync(real, { throwIfNoEntry: false })?.isDirectory() ?? true)) return undefined;
    real = Buffer.concat([real, Buffer.from('/'), decodePath(name)]);
  }
  return real;
}

/** Whether a directory stands there, and not a link to one. */
export const isRealDirectory = (path: Buffer): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
