import { sha256 } from '../common/digest.js';
import type { Manifest } from './manifest.js';

/**
 * The order in which trials start. `shuffled`: every round holds one run of everything, and within a round a seeded
 * shuffle interleaves the configurations, so that a drift of the provider falls on all of them alike.
 * `sequential`: as the manifest lists them. Sorting by digest needs no generator state: one more trial moves no other.
 */
export function orderTrials<T extends { id: string; run: number }>(trials: readonly T[], order: Manifest['order']): T[] {
  if (order.policy === 'sequential') return [...trials];
  const key = new Map(trials.map(({ id }) => [id, sha256(`${String(order.seed)}\n${id}`)]));
  return [...trials].sort((a, b) => a.run - b.run || ((key.get(a.id) ?? '') < (key.get(b.id) ?? '') ? -1 : 1));
}
