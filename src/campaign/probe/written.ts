import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Entry } from '../../common/inventory.js';
import { isBelow } from '../../common/paths.js';
import { WORKSPACE } from '../../sandbox/layout.js';
import { compareInventories, touchesContent } from '../../trace/changes.js';
import { ASKED_FOR } from './task.js';

/** What git itself keeps of a repository that somebody looks at. */
const GITS_OWN = /^\.git\/(?:index|index\.lock|HEAD|ORIG_HEAD|FETCH_HEAD|COMMIT_EDITMSG|gc\.log|(?:objects|refs|logs|info|worktrees)\/.*)$/;

/**
 * Every path of an attempt that is new or changed, from its inventories before and after, sorted: home, workspace and what is above
 * it. Directories, what the model had the agent write, and git's own files are left out.
 */
export async function writtenPaths(attempt: string): Promise<string[]> {
  const before = await inventory(join(attempt, 'session-1/initial.json'));
  const groups = (await readdir(join(attempt, 'changes'), { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const after = (await Promise.all(groups.map(({ name }) => inventory(join(attempt, 'changes', name, 'inventory.json'))))).flat();
  const changed = compareInventories({ strategy: 'walk', entries: before }, { strategy: 'walk', entries: after }).filter((change) => touchesContent(change) && change.after !== undefined && change.after.type !== 'directory');
  return changed.map(({ path }) => path).filter((path) => !isExpected(path)).sort();
}

const inventory = async (file: string): Promise<Entry[]> => (JSON.parse(await readFile(file, 'utf8')) as { entries: Entry[] }).entries;

function isExpected(path: string): boolean {
  if (!isBelow(path, WORKSPACE)) return false;
  const name = path.slice(WORKSPACE.length + 1);
  return name === ASKED_FOR || GITS_OWN.test(name);
}
