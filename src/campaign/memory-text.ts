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
  /** What its file holds, where it is text and no patch can name it. */
  text?: string;
}

/**
 * The changes of an agent's memory, each with its diff, in the order of the sessions.
 * @param shownAs what is shown of a change: its patch, or its text
 */
export const memoryChanges = ({ changes }: Attribution, shownAs: (session: number, path: string) => Pick<MemoryChange, 'patch' | 'text'>): MemoryChange[] =>
  changes.filter((change) => change.class === 'memory').map(({ session, path, kind, call }) => ({ session, path, kind, call, ...shownAs(session, path) }));

/** As lines for a terminal. */
export const memoryLines = (changes: readonly MemoryChange[]): string[] =>
  changes.flatMap(({ session, path, kind, call, patch, text }) => [
    `${kind.padEnd(13)} ${visiblePath(path)} (session ${String(session)}${madeBy(call)})`,
    ...(patch === undefined && text === undefined ? [] : [...visible(patch ?? text ?? '').trimEnd().split('\n'), '']),
  ]);

/** By which call a change was made. */
export const madeBy = (call: AttributedChange['call']): string => (call ? `, by ${visiblePath(call.name)}, event ${String(call.seq)}` : ', by no tool call');

/** What is said of a change that no diff shows: nothing that was written may be missing without a word. */
export function withoutDiff({ blob, omitted }: { blob?: string; omitted?: string }): string {
  if (blob !== undefined) return `, not as text: blobs/${blob.slice(0, 12)}…`;
  return omitted === undefined ? '' : `, its bytes are not kept (${omitted})`;
}
