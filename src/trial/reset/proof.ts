import picomatch from 'picomatch';
import type { AgentAdapter } from '../../agents/adapter.js';
import { ANCESTOR_NAMES, globalPatterns, withoutGlob } from '../../agents/places.js';
import { builtinAdapters } from '../../agents/registry.js';
import type { Entry, Inventory } from '../../common/inventory.js';
import { isBelow, isWithin } from '../../common/paths.js';
import { HOME, STATE_ROOT } from '../../sandbox/layout.js';
import type { Sandbox } from '../../sandbox/sandbox.js';
import { STATE_ROOTS } from '../context.js';
import { differences, type Difference } from './differences.js';
import type { Expected } from './expected.js';

/** What a session's sandbox holds before its first prompt, held against what it should. */
export interface Proof {
  /** Entries that were looked at: the agent's files, the layer over the image (null where none can be seen), the image's own. */
  looked_at: { state: number; layer: number | null; image: number };
  differences: Difference[];
}

/**
 * Compares a sandbox that nothing has run in with what was declared: home, workspace and what lies above it; the container's
 * layer over the image; and what the image itself has in the global places of every vendor.
 * @param allowed globs of what the image may bring along
 */
export async function prove(sandbox: Sandbox, initial: Inventory, expected: Expected, { state }: Pick<AgentAdapter, 'state'>, allowed: readonly string[]): Promise<Proof> {
  const may = picomatch(allowed.map((pattern) => (pattern.startsWith('~/') ? `${HOME}/${pattern.slice(2)}` : pattern)), { dot: true });
  const isAllowed = (path: string): boolean => allowed.length > 0 && may(path);
  const { look, isForeign } = placesIn(state);
  const [layer, image] = await Promise.all([sandbox.outside(), sandbox.inImage(look)]);
  const ofImage = image.filter((entry) => isForeign(entry) && !isAllowed(entry.path));
  return {
    looked_at: { state: initial.entries.length, layer: layer?.length ?? null, image: image.length },
    differences: [
      ...differences('state', expected.state, initial.entries.filter(({ path }) => !isAllowed(path))),
      ...(layer ? differences('layer', expected.outside, layer.filter((entry) => !isOnTheWay(entry, expected.outside))) : []),
      ...differences('image', [], ofImage),
    ],
  };
}

const ABOVE = ANCESTOR_NAMES.map((name) => `/${name}`);

/** What is where in an image: the parent of all state, what any vendor reads above it and system-wide, and what this agent does. */
function placesIn(state: AgentAdapter['state']): { look: string[]; isForeign(entry: Entry): boolean } {
  const patterns = globalPatterns([state, ...builtinAdapters().map((adapter) => adapter.state)]);
  const isGlobal = picomatch(patterns, { dot: true });
  return {
    look: [...new Set([STATE_ROOT, ...ABOVE, ...patterns.map(withoutGlob)])],
    isForeign: ({ path, type }) => {
      // What is in home and above the workspace, the agent's own inventory shows.
      if (STATE_ROOTS.some((root) => isWithin(path, root)) || path === STATE_ROOT) return false;
      if (isBelow(path, STATE_ROOT)) return true;
      return type !== 'directory' && (isGlobal(path) || ABOVE.some((name) => isWithin(path, name)));
    },
  };
}

/** A directory of the image that shows in the layer because something was put below it. */
const isOnTheWay = ({ path, type }: Entry, expected: readonly Entry[]): boolean => type === 'directory' && expected.some((entry) => isBelow(entry.path, path)) && !expected.some((entry) => entry.path === path);
