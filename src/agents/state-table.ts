import { posix } from 'node:path';
import picomatch from 'picomatch';
import type { FileMask } from '../common/varying.js';
import type { Layout, StateClass, StateEntry } from './adapter.js';

type Roots = Pick<Layout, 'home' | 'workspace'>;

/** The absolute glob of a table's pattern: `~/…` in the home, `/…` system-wide, otherwise relative to the workspace. */
export function absolutePattern(pattern: string, { home, workspace }: Roots): string {
  if (pattern.startsWith('~/')) return `${home}/${pattern.slice(2)}`;
  return pattern.startsWith('/') ? pattern : posix.join(workspace, pattern);
}

/** The entry of a table that decides about a path: the first one that fits; undefined where its table does not say. */
export const entryOf = (path: string, table: readonly StateEntry[], roots: Roots): StateEntry | undefined =>
  table.find(({ pattern }) => matcher(absolutePattern(pattern, roots))(path));

/** What a path is to an agent; undefined where its table does not say. */
export const classOf = (path: string, table: readonly StateEntry[], roots: Roots): StateClass | undefined => entryOf(path, table, roots)?.class;

/** The entry that says of a path that its content means nothing; undefined where none does. */
export const isVarying = (path: string, files: readonly FileMask[], roots: Roots): FileMask | undefined =>
  files.find(({ pattern }) => matcher(absolutePattern(pattern, roots))(path));

const compiled = new Map<string, (path: string) => boolean>();

function matcher(pattern: string): (path: string) => boolean {
  const known = compiled.get(pattern) ?? picomatch(pattern, { dot: true });
  compiled.set(pattern, known);
  return known;
}
