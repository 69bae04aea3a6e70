import { NODE } from '../layout.js';
import type { Tree } from './tree.js';

/** Where a logical path is on this machine; what is not a sandbox's own stays what it is. */
export function realPath(tree: Tree, node: string, path: string): string {
  if (path === NODE) return node;
  const root = tree.roots.find((one) => path === one.path || path.startsWith(`${one.path}/`));
  return root === undefined ? path : `${String(root.dir)}${path.slice(root.path.length)}`;
}
