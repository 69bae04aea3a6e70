import type { AgentAdapter, Reach, StateClass, StateEntry } from '../../agents/adapter.js';
import { entryOf } from '../../agents/state-table.js';
import { HOME, WORKSPACE } from '../../sandbox/layout.js';
import type { Sight } from './looks.js';
import type { ProbeDifference, SeenMark, SeenPath } from './result.js';

const ROOTS = { home: HOME, workspace: WORKSPACE };
/** From what matters most. */
const ORDER: readonly (Reach | 'never')[] = ['first', 'read', 'memory', 'never'];
const WORDS: Record<Reach | 'never', string> = {
  first: 'is in the first request',
  read: 'comes when a file beside it is read',
  memory: 'is in the first request where the memory feature is on',
  never: 'does not reach the model',
};
/** What can be in a prompt without being asked for. */
const LOADED: readonly StateClass[] = ['instructions', 'memory'];

/** Paths as a table writes them. */
export const shownPath = (path: string): string => (path.startsWith(`${HOME}/`) ? `~/${path.slice(HOME.length + 1)}` : path.startsWith(`${WORKSPACE}/`) ? path.slice(WORKSPACE.length + 1) : path);

export const marksOf = ({ files, reached }: Sight, { state }: Pick<AgentAdapter, 'state'>): SeenMark[] =>
  files.map(({ path }) => ({ path, class: entryOf(path, state, ROOTS)?.class ?? null, reached: reached.get(path) ?? 'never' }));

export const writtenOf = ({ written }: Sight, { state }: Pick<AgentAdapter, 'state'>): SeenPath[] =>
  written.map((path) => ({ path, class: entryOf(path, state, ROOTS)?.class ?? null }));

/**
 * Everything in which an adapter's table and what was seen of its program do not agree: text that reached the model, and paths
 * that were written, of which the table knows nothing; and entries that say otherwise of how their files reach the model. Of an
 * entry's files the one that gets furthest counts.
 */
export function compareTable(sight: Sight, { state }: Pick<AgentAdapter, 'state'>): ProbeDifference[] {
  const marks = new Map<StateEntry, { reached: Reach | 'never'; path: string }>();
  const differences: ProbeDifference[] = [];
  for (const { path } of sight.files) {
    const reached = sight.reached.get(path) ?? 'never';
    const entry = entryOf(path, state, ROOTS);
    if (entry === undefined) {
      if (reached !== 'never') differences.push({ kind: 'unknown-read', at: shownPath(path), message: `${WORDS[reached]}, and the table has no entry for it` });
      continue;
    }
    const furthest = marks.get(entry);
    if (!furthest || ORDER.indexOf(reached) < ORDER.indexOf(furthest.reached)) marks.set(entry, { reached, path });
  }
  for (const entry of state) differences.push(...differencesOf(entry, marks.get(entry)));
  for (const path of sight.written) if (entryOf(path, state, ROOTS) === undefined) differences.push({ kind: 'unknown-write', at: shownPath(path), message: 'was written, and the table has no entry for it' });
  return differences;
}

function differencesOf(entry: StateEntry, seen: { reached: Reach | 'never'; path: string } | undefined): ProbeDifference[] {
  const { pattern, class: kind, reaches = 'never' } = entry;
  const { reached, path } = seen ?? { reached: 'never', path: pattern };
  const example = shownPath(path);
  if (reached !== 'never' && !LOADED.includes(kind)) return [{ kind: 'other-class', at: pattern, message: `is \`${kind}\` in the table, and ${example} ${WORDS[reached]}` }];
  if (reached === reaches) return [];
  return [{ kind: 'other-reach', at: pattern, message: `the table says that it ${WORDS[reaches]}, and ${example} ${reached === 'never' ? 'did not' : WORDS[reached]}` }];
}
