import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/**
 * Makes a directory and its parents, one after the other. Node's own recursive mkdir never returns below file systems that
 * refuse with ENOENT, such as /proc.
 * @throws the system's error where a part cannot be made, ENOTDIR where one is something else
 */
export async function makeDirectory(path: string): Promise<void> {
  const missing: string[] = [];
  let at = resolve(path);
  for (; !(await exists(at)); at = dirname(at)) missing.unshift(at);
  if (!(await stat(at)).isDirectory()) throw Object.assign(new Error('not a directory'), { code: 'ENOTDIR' });
  for (const folder of missing) {
    await mkdir(folder).catch((error: unknown) => {
      // Somebody else has just made it.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    });
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
