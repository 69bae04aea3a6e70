import { accessSync, chmodSync, constants, copyFileSync, existsSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { LocalUser } from './user.js';

/**
 * A path of a program that sandboxed processes can run, wherever it lives (`$HOME/.nvm`, a private engine).
 * One of the system's programs is used where it is; any other is copied once into `programs`, because the sandboxes'
 * user may not get to it, and because its path would say where it is from.
 */
export function reachable(program: string, programs: string, user: LocalUser): string {
  const real = realpathSync(program);
  if (real.startsWith('/usr/') && (!user.dropped || isOpen(real))) return real;
  const copy = join(programs, basename(real));
  if (existsSync(copy)) return copy;
  mkdirSync(programs, { recursive: true, mode: 0o755 });
  copyFileSync(real, copy, constants.COPYFILE_FICLONE);
  chmodSync(copy, 0o755);
  return copy;
}

/** Whether everybody may run it: every directory above lets one pass, and the file lets one read and run. */
function isOpen(path: string): boolean {
  accessSync(path, constants.R_OK);
  const parts = path.split('/');
  const above = parts.slice(1, -1).map((_, at) => parts.slice(0, at + 2).join('/'));
  return (statSync(path).mode & 0o005) === 0o005 && above.every((dir) => (statSync(dir).mode & 0o001) === 0o001);
}
