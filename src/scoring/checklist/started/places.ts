import { joined, trimmed } from '../directory.js';
import type { SessionEvidence } from '../evidence.js';
import { baseName } from '../shell.js';

/** Whether a directory is known only by a path that starts outside of the workspace, or by a variable. */
const isElsewhere = (directory: string): boolean => /^(?:[/~$-]|$)/.test(directory);

/** The directory after `cd`, as it is known: relative to the workspace, or as it was said. */
export function entered(directory: string, target: string): string {
  if (isElsewhere(target)) return target === '' ? '~' : target;
  return directory.startsWith('/') ? joined('', `${directory}/${target}`) : isElsewhere(directory) ? '~' : joined(directory, trimmed(target));
}

/**
 * Where the files of some names may be that are meant in a directory. A path from the root is that of the workspace or of a folder that it
 * ends in; one that goes through a variable may be any.
 * @param upwards whether a folder above is meant where the directory has none
 */
export function placesOf(names: readonly string[], directory: string, session: SessionEvidence, upwards = false): string[] {
  if (!isElsewhere(directory)) {
    for (let folder = directory; ; folder = joined(folder, '..')) {
      const found = names.map((name) => joined(folder, name)).find((path) => session.before.has(path) || session.after.has(path));
      if (found !== undefined) return [found];
      if (!upwards || folder === '.' || folder.startsWith('..')) return names.slice(-1).map((name) => joined(directory, name));
    }
  }
  const paths = [...new Set([...session.before.keys(), ...session.after.keys()])].filter((path) => names.includes(baseName(path)) && !/(?:^|\/)node_modules\//.test(path));
  const folders = paths.filter((path) => !directory.startsWith('/') || !path.includes('/') || `${directory}/`.endsWith(`/${path.slice(0, path.lastIndexOf('/'))}/`));
  return folders.length > 0 ? folders : names.slice(-1);
}

/** The folder of a file; `.` for one of the workspace itself. */
export const folderOf = (path: string): string => (path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '.');
