import { lstat, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { UserError } from '../../common/errors.js';

/**
 * Writes a profile's files over a workspace.
 * @param files path below the workspace → text
 * @param added those that may replace nothing
 * @throws UserError where a link of the workspace would carry a file elsewhere, or something else has its name.
 */
export async function layOver(workspace: string, files: ReadonlyMap<string, string>, where: string, added: ReadonlySet<string> = new Set()): Promise<void> {
  for (const [path, text] of files) {
    await refuseObstacles(workspace, path, where, added.has(path));
    await mkdir(dirname(join(workspace, path)), { recursive: true });
    await writeFile(join(workspace, path), text);
  }
}

async function refuseObstacles(workspace: string, path: string, where: string, isAdded: boolean): Promise<void> {
  const parts = path.split('/');
  for (let length = 1; length <= parts.length; length++) {
    const part = parts.slice(0, length).join('/');
    const stat = await lstat(join(workspace, part)).catch(() => undefined);
    const refuse = (message: string, hint: string): UserError => new UserError('CLEANSLATE_WORKSPACE_INVALID', message, { where, hint });
    if (stat?.isSymbolicLink()) throw refuse(`source ${path} would be written through the link ${part}`, 'remove the link, or name the source otherwise');
    if (stat && isAdded && part === path) throw refuse(`${path} would be replaced`, 'an adaptation adds a name, and takes nothing away: give the document another one');
    const needed = length === parts.length ? 'file' : 'directory';
    if (stat && (needed === 'file') !== stat.isFile()) throw refuse(`source ${path} needs a ${needed} where the workspace has something else: ${part}`, 'rename either');
  }
}
