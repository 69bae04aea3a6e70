import type { Dirent } from 'node:fs';
import { copyFile, lstat, mkdir, readdir, readlink, realpath, symlink } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { messageOf, UserError } from '../../common/errors.js';

/**
 * Copies a directory's files and links into a workspace.
 * @throws UserError for a link that leads out of the directory, for what is neither file, directory nor link, and for what cannot be read.
 */
export async function copyTree(from: string, to: string, where: string): Promise<void> {
  const root = await realpath(from);
  for (const [name, entry] of await entriesOf(root, where)) {
    try {
      await copyEntry(entry, { source: join(root, name), target: join(to, name), name, root, where });
    } catch (error) {
      throw error instanceof UserError ? error : refuse(where, `${name} cannot be copied (${messageOf(error)})`);
    }
  }
}

interface Copy {
  source: string;
  target: string;
  /** Below the root. */
  name: string;
  root: string;
  where: string;
}

/** With their types: without them, Node would walk through links to directories, and round in circles. */
async function entriesOf(root: string, where: string): Promise<[string, Dirent][]> {
  try {
    const entries = await readdir(root, { recursive: true, withFileTypes: true });
    return entries.map((entry): [string, Dirent] => [relative(root, join(entry.parentPath, entry.name)), entry]).sort(([a], [b]) => (a < b ? -1 : 1));
  } catch (error) {
    throw refuse(where, `${root} cannot be read (${messageOf(error)})`);
  }
}

async function copyEntry(entry: Dirent, copy: Copy): Promise<void> {
  const { source, target, name, where } = copy;
  if (name.includes('\uFFFD') && (await lstat(source).catch(() => undefined)) === undefined) throw refuse(where, `${name} has a name that is not UTF-8`);
  if (name === '.git' && !entry.isDirectory()) throw refuse(where, '.git is not a directory, so the history lies elsewhere', 'use { git, commit } with the repository that it belongs to');
  if (entry.isDirectory()) await mkdir(target, { recursive: true });
  else if (entry.isFile()) await copyFile(source, target);
  else if (entry.isSymbolicLink()) await copyLink(copy);
  else throw refuse(where, `${name} is neither a file, a directory nor a link`);
}

async function copyLink({ source, target, name, root, where }: Copy): Promise<void> {
  const link = await readlink(source);
  // Where it leads as it is written, and where it leads in truth: on its way there may be other links.
  const ends = [resolve(dirname(source), link), await realpath(source).catch(() => root)];
  if (link.startsWith('/') || ends.some((end) => !isWithin(root, end))) throw refuse(where, `${name} is a link that leaves the workspace (${link})`);
  await symlink(link, target);
}

const isWithin = (root: string, path: string): boolean => path === root || path.startsWith(`${root}${sep}`);

const refuse = (where: string, message: string, hint = 'remove it from the directory, or copy what it points to'): UserError =>
  new UserError('CLEANSLATE_WORKSPACE_INVALID', message, { where, hint });
