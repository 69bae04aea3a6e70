import { accessSync, chmodSync, constants, copyFileSync, mkdirSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { sha256 } from '../../common/digest.js';
import type { LocalUser } from './user.js';

/**
 * A path of a program that sandboxed processes can run, wherever it lives (`$HOME/.nvm`, a private engine).
 * One of the system's programs is used where it is; any other is copied once below `parent`, because the sandboxes'
 * user may not get to it, and because its path would say where it is from.
 */
export function reachable(program: string, parent: string, user: LocalUser): string {
  const real = realpathSync(program);
  if (real.startsWith('/usr/') && (!user.dropped || isOpen(real))) return real;
  const { size, mtimeMs, ino } = statSync(real);
  const dir = join(parent, 'bin', sha256(JSON.stringify([real, size, mtimeMs, ino])).slice(0, 12));
  const copy = join(dir, basename(real));
  if (isThere(copy)) return copy;
  mkdirSync(dir, { recursive: true, mode: 0o755 });
  const passing = `${copy}.${String(process.pid)}`;
  copyFileSync(real, passing, constants.COPYFILE_FICLONE);
  chmodSync(passing, 0o755);
  try {
    renameSync(passing, copy); // Complete before it appears under its name: others may be looking for it.
  } finally {
    rmSync(passing, { force: true });
  }
  return copy;
}

const isThere = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined;

/** Whether everybody may run it: every directory above lets one pass, and the file lets one read and run. */
function isOpen(path: string): boolean {
  accessSync(path, constants.R_OK);
  const parts = path.split('/');
  const above = parts.slice(1, -1).map((_, at) => parts.slice(0, at + 2).join('/'));
  return (statSync(path).mode & 0o005) === 0o005 && above.every((dir) => (statSync(dir).mode & 0o001) === 0o001);
}
