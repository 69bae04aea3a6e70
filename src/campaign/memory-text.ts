import { patchParts } from '../trace/patches.js';
import { visible, visiblePath } from '../common/visible.js';
import type { AttributedChange, Attribution } from '../trial/attribution/file.js';

/** What an agent changed in its memory. */
export interface MemoryChange {
  session: number;
  path: string;
  kind: string;
  call: AttributedChange['call'];
  /** Its part of changes.patch; undefined where its bytes are kept whole, or not at all. */
  patch?: string;
}

/**
 * The changes of an agent's memory, each with its diff, in the order of the sessions.
 * @param patches by session and root: the root's path inside, and its changes.patch
 */
export function memoryChanges({ changes }: Attribution, patches: readonly { session: number; root: string; patch: string }[]): MemoryChange[] {
  const parts = new Map<string, string>(patches.flatMap(({ session, root, patch }) => filesOf(patch).map(({ name, text }): [string, string] => [`${String(session)} ${root}/${name}`, text])));
  return changes
    .filter((change) => change.class === 'memory')
    .map(({ session, path, kind, call }) => {
      const patch = parts.get(`${String(session)} ${path}`);
      return { session, path, kind, call, ...(patch !== undefined && { patch }) };
    });
}

/** The parts of a patch, one for each file. */
function filesOf(patch: string): { name: string; text: string }[] {
  return patchParts(patch).flatMap((text) => {
    const name = /^diff --git a\/.* b\/(.*)$/m.exec(text)?.[1];
    return name === undefined ? [] : [{ name, text }];
  });
}

/** As lines for a terminal. */
export const memoryLines = (changes: readonly MemoryChange[]): string[] =>
  changes.flatMap(({ session, path, kind, call, patch }) => [
    `${kind.padEnd(13)} ${visiblePath(path)} (session ${String(session)}${madeBy(call)})`,
    ...(patch === undefined ? [] : [...visible(patch).trimEnd().split('\n'), '']),
  ]);

/** By which call a change was made. */
export const madeBy = (call: AttributedChange['call']): string => (call ? `, by ${visiblePath(call.name)}, event ${String(call.seq)}` : ', by no tool call');

/** What is said of a change that no diff shows: nothing that was written may be missing without a word. */
export function withoutDiff({ blob, omitted }: { blob?: string; omitted?: string }): string {
  if (blob !== undefined) return `, not as text: blobs/${blob.slice(0, 12)}…`;
  return omitted === undefined ? '' : `, its bytes are not kept (${omitted})`;
}
