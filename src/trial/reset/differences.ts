import type { Entry } from '../../common/inventory.js';
import { visible, visiblePath } from '../../common/visible.js';

/** One thing in a sandbox that is not as declared. */
export interface Difference {
  /** Where it was looked for: the agent's files, the container's layer over its image, the image itself. */
  where: 'state' | 'layer' | 'image';
  path: string;
  what: 'extra' | 'missing' | 'different';
  /** Of `different`: which of its properties, with both values. */
  why?: string;
}

const COMPARED = ['type', 'mode', 'uid', 'gid', 'size', 'link', 'sha256'] as const;

/** Everything in which what was found is not what was expected, sorted by path. */
export function differences(where: Difference['where'], expected: readonly Entry[], found: readonly Entry[]): Difference[] {
  const wanted = new Map(expected.map((entry) => [entry.path, entry]));
  const seen = new Set(found.map(({ path }) => path));
  const result: Difference[] = [];
  for (const entry of found) {
    const want = wanted.get(entry.path);
    if (want === undefined) result.push({ where, path: entry.path, what: 'extra' });
    else {
      const why = COMPARED.filter((key) => want[key] !== entry[key]).map((key) => `${key} ${String(want[key])} is ${String(entry[key])}`).join(', ');
      if (why !== '') result.push({ where, path: entry.path, what: 'different', why });
    }
  }
  for (const { path } of expected) if (!seen.has(path)) result.push({ where, path, what: 'missing' });
  return result.sort((a, b) => (a.path < b.path ? -1 : 1));
}

export const differenceText = ({ where, path, what, why }: Difference): string => `${what} in the ${where === 'state' ? "agent's files" : where}: ${visiblePath(path)}${why === undefined ? '' : ` (${visible(why)})`}`;
