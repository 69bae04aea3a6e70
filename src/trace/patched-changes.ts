import { patchParts } from './patches.js';

/**
 * The part of a patch file that belongs to each change: `changes.patch` has them in the order of `changes.json`. Names are not looked at:
 * in a patch those with quotes, line breaks or other controls are written otherwise.
 * @param changes those of one changes.json, in its order; `text` marks the ones that have a part
 * @returns undefined where the two do not fit together
 */
export function patchedChanges<T extends { text?: string }>(changes: readonly T[], patch: string): Map<T, string> | undefined {
  const patched = changes.filter(({ text }) => text !== undefined);
  const parts = patchParts(patch);
  return parts.length === patched.length ? new Map(patched.map((change, at) => [change, parts[at] ?? ''])) : undefined;
}
