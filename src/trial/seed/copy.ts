import { copyFile, lstat, mkdir, readdir, readlink, symlink } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { UserError } from '../../common/errors.js';

/**
 * Copies a directory's files and links into a workspace.
 * @throws UserError for a link that leads out of the directory, and for what is neither file, directory nor link.
 */
export async function copyTree(from: string, to: string, where: string): Promise<void> {
  for (const name of (await readdir(from, { recursive: true })).sort()) {
    const source = join(from, name);
    const target = join(to, name);
    const stat = await lstat(source);
    if (stat.isDirectory()) await mkdir(target, { recursive: true });
    else if (stat.isFile()) await copyFile(source, target);
    else if (stat.isSymbolicLink()) await copyLink(source, target, from, where);
    else throw refuse(where, `${name} is neither a file, a directory nor a link`);
  }
}

async function copyLink(source: string, target: string, root: string, where: string): Promise<void> {
  const link = await readlink(source);
  const end = relative(root, resolve(dirname(source), link));
  if (end.startsWith('..') || link.startsWith('/')) {
    throw refuse(where, `${relative(root, source)} is a link that leaves the workspace (${link})`);
  }
  await symlink(link, target);
}

const refuse = (where: string, message: string): UserError =>
  new UserError('CLEANSLATE_WORKSPACE_INVALID', message, { where, hint: 'remove it from the directory, or copy what it points to' });
