import type { AttributedChange } from '../../trial/attribution/file.js';

/** Classes of what a product keeps for itself: its sessions, indexes, caches, settings. */
const OF_PROGRAM = new Set<AttributedChange['class']>(['history', 'index', 'cache', 'config', 'credentials']);

/** Files that only programs read and write: what git keeps, databases and what stands beside them, locks. */
const BY_PROGRAMS = /(?:^|\/)\.git(?:\/|$)|\.(?:sqlite3?|db)(?:-(?:wal|shm|journal))?$|\.lock$/;

/**
 * Whether a change is one of the agent's program to its own files, rather than of the agent to what it was asked about or to what it
 * remembers: a reader wants the second first. What a tool call named is the agent's, unless no agent writes such files.
 * @param of what is known of the change; undefined where nothing is
 */
export function isOwnFile(path: string, root: 'home' | 'workspace' | 'other', of: Pick<AttributedChange, 'class' | 'call'> | undefined): boolean {
  if (root === 'workspace') return /\/\.git(?:\/|$)/.test(path);
  if (BY_PROGRAMS.test(path)) return true;
  const named = of?.call?.how === 'argument' || of?.call?.how === 'command';
  return of !== undefined && OF_PROGRAM.has(of.class) && !named;
}
