import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { HarnessError } from '../../common/errors.js';
import { HOME, PROGRAMS, WORKSPACE } from '../layout.js';
import type { WalkRoot } from '../walk.js';
import type { LocalUser } from './user.js';

/** The directories of one sandbox on this machine. */
export interface Tree {
  id: string;
  dir: string;
  /** Logical path → real directory, for all that a seed may fill and an inventory shows. */
  roots: WalkRoot[];
}

/** One of these per user. The name can be seen in a sandbox's mount table, so it says nothing of what we are. */
export const treesDirectory = (base = tmpdir()): string => join(base, `workspaces-${String(process.geteuid?.() ?? 0)}`);

export const newId = (): string => `w-${randomBytes(6).toString('hex')}`;

/** The same for what one harness needs for all its sandboxes: its own, so that no other harness takes it away. */
export const programsId = (): string => `p-${randomBytes(6).toString('hex')}`;
export const isPrograms = (id: string): boolean => id.startsWith('p-');

/** Directories that belong to the agent; all above them belong to the harness, so that none can be swapped for a link. */
const AGENTS_OWN = ['home/dev', 'home/projects', 'home/projects/app'];
const TEMPORARY = ['tmp', 'var/tmp', 'dev/shm'];

/**
 * Makes the parent of all sandboxes of this user and checks that nobody else could have prepared it.
 * Where sandboxed programs run as another user they must pass through it; the names below are not to be guessed.
 */
export function ensureParent(parent: string, user: LocalUser): void {
  if (user.dropped) refuseClosed(dirname(parent));
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  try {
    chmodSync(parent, user.dropped ? 0o711 : 0o700);
  } catch (cause) {
    throw new HarnessError('CLEANSLATE_SANDBOX_DIRECTORY', `${parent} is not ours`, { hint: 'remove it', cause });
  }
}

function refuseClosed(above: string): void {
  for (let dir = above; ; dir = dirname(dir)) {
    const status = statSync(dir, { throwIfNoEntry: false });
    if (status === undefined || (status.mode & 0o001) === 0) {
      const message = status ? 'is closed to the user that sandboxed programs run as' : 'is not there, and sandboxes are made in it';
      throw new HarnessError('CLEANSLATE_SANDBOX_DIRECTORY', message, { where: dir, hint: 'set TMPDIR to a directory that everybody may pass through, such as /tmp' });
    }
    if (dir === dirname(dir)) return;
  }
}

/** Makes the directories of a new sandbox: empty, owned as the layout says, modes as in the base image. */
export function growTree(parent: string, id: string, user: LocalUser): Tree {
  const dir = join(parent, id);
  mkdirSync(dir, { mode: user.dropped ? 0o711 : 0o700 });
  for (const name of ['home', 'opt', 'opt/agent', 'etc', 'var', 'dev']) make(join(dir, name), 0o755);
  for (const name of AGENTS_OWN) make(join(dir, name), 0o755, user);
  for (const name of TEMPORARY) make(join(dir, name), 0o1777, user);
  return { id, dir, roots: rootsOf(dir) };
}

const rootsOf = (dir: string): WalkRoot[] => [
  { path: '/home', dir: Buffer.from(join(dir, 'home')) },
  { path: PROGRAMS, dir: Buffer.from(join(dir, 'opt/agent')) },
  ...TEMPORARY.map((path) => ({ path: `/${path}`, dir: Buffer.from(join(dir, path)) })),
];

/** Logical paths that are there before anything is seeded, and may not be replaced by a seed. */
export const FIXED: readonly string[] = ['/home', HOME, '/home/projects', WORKSPACE, '/opt', PROGRAMS, '/tmp', '/var', '/var/tmp', '/dev', '/dev/shm'];

function make(path: string, mode: number, owner?: LocalUser): void {
  mkdirSync(path);
  if (owner?.dropped) chownSync(path, owner.uid, owner.gid);
  chmodSync(path, mode);
}
