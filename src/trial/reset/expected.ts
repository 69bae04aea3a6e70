import { sortEntries, type Entry } from '../../common/inventory.js';
import { isBelow, isWithin } from '../../common/paths.js';
import type { Material } from '../../evidence/material.js';
import { STATE_ROOT } from '../../sandbox/layout.js';
import { STATE_ROOTS } from '../context.js';
import type { SessionSeed } from './session-seed.js';
import { tarState, type TarState } from './tar-state.js';

/** What a session's sandbox must hold before its first prompt, and nothing else. */
export interface Expected {
  /** Below the roots of all state, sorted. */
  state: Entry[];
  /** Everywhere else: the programs that the harness brings, and the directories on the way to them. */
  outside: Entry[];
  canaries: TarState['canaries'];
}

/** What every trial of a campaign starts from is read once; the bytes behind a digest never change. */
const known = new WeakMap<Material, Map<string, Promise<TarState>>>();

export async function expectedState(seed: SessionSeed, material: Material): Promise<Expected> {
  const without = new Set(seed.without);
  const base = await Promise.all([seed.workspace, seed.agent].map((digest) => stateOf(digest, material)));
  const over = [seed.carried, seed.laid].filter((digest) => typeof digest === 'string');
  const carried = await Promise.all(over.map(async (digest) => tarState(await material.get(digest))));
  const entries = new Map<string, Entry>();
  for (const entry of base.flatMap((tar) => tar.entries)) if (!without.has(entry.path)) entries.set(entry.path, entry);
  for (const entry of carried.flatMap((tar) => tar.entries)) entries.set(entry.path, entry);
  const all = [...entries.values()];
  return {
    state: sortEntries(all.filter(({ path }) => isState(path))),
    outside: sortEntries(all.filter(({ path }) => !isWithin(path, STATE_ROOT))),
    canaries: [...base.flatMap(({ canaries }) => canaries.filter(({ path }) => !without.has(path))), ...carried.flatMap(({ canaries }) => canaries)],
  };
}

const isState = (path: string): boolean => STATE_ROOTS.some((root) => isBelow(path, root));

function stateOf(digest: string, material: Material): Promise<TarState> {
  const ofMaterial = known.get(material) ?? new Map<string, Promise<TarState>>();
  known.set(material, ofMaterial);
  const state = ofMaterial.get(digest) ?? material.get(digest).then(tarState);
  ofMaterial.set(digest, state);
  state.catch(() => ofMaterial.delete(digest));
  return state;
}
