import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { HarnessError, UserError } from '../../common/errors.js';

/** Seeded history has one author and fixed dates, so that the same files give the same commits. */
const IDENTITY = { name: 'Dev', email: 'dev@example.com' };
const COMMIT_DATE = '2026-06-01T09:00:00Z';

/** Makes a folder a repository with one commit of everything in it. The same files give the same bytes. */
export async function initRepository(folder: string): Promise<void> {
  await git(folder, ['init', '--quiet', '--template=', '--initial-branch=main']);
  await nameTheUser(folder);
  await git(folder, ['add', '--all', '--force']);
  await git(folder, ['commit', '--quiet', '--allow-empty', '--message', 'Current state of the project']);
  await settleIndex(folder);
}

/** Fills a folder with a repository at one commit, history included. @throws UserError where there is no such commit. */
export async function cloneRepository(source: string, commit: string, folder: string, where: string): Promise<void> {
  await git(folder, ['init', '--quiet', '--template=', '--initial-branch=main']);
  await nameTheUser(folder);
  try {
    // One thread: a pack's bytes must not depend on how many cores packed it. And nothing that says where on this machine it came from.
    await git(folder, ['-c', 'pack.threads=1', 'fetch', '--quiet', '--no-tags', '--no-write-fetch-head', source, commit]);
    await git(folder, ['reset', '--quiet', '--hard', commit]);
  } catch (cause) {
    const hint = 'name a repository this machine can read, and the full id of one of its commits';
    throw new UserError('CLEANSLATE_WORKSPACE_INVALID', `cannot get commit ${commit} of ${source}`, { where, hint, cause });
  }
  await git(folder, ['reflog', 'expire', '--expire=all', '--all']);
  await settleIndex(folder);
}

/** So that an agent can commit. */
const nameTheUser = (folder: string): Promise<void> => appendFile(join(folder, '.git/config'), `[user]\n\tname = ${IDENTITY.name}\n\temail = ${IDENTITY.email}\n`);

/** An index holds inode numbers and times of the machine that wrote it; read-tree writes one that holds none. */
async function settleIndex(folder: string): Promise<void> {
  await git(folder, ['read-tree', 'HEAD']);
}

async function git(folder: string, args: string[]): Promise<void> {
  try {
    await execa('git', args, {
      cwd: folder,
      stdin: 'ignore',
      // The user's own git configuration and hooks must not reach the seeded state.
      extendEnv: false,
      env: {
        PATH: process.env['PATH'] ?? '/usr/bin:/bin',
        HOME: folder,
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_CONFIG_GLOBAL: '/dev/null',
        GIT_TERMINAL_PROMPT: '0',
        GIT_AUTHOR_NAME: IDENTITY.name,
        GIT_AUTHOR_EMAIL: IDENTITY.email,
        GIT_COMMITTER_NAME: IDENTITY.name,
        GIT_COMMITTER_EMAIL: IDENTITY.email,
        GIT_AUTHOR_DATE: COMMIT_DATE,
        GIT_COMMITTER_DATE: COMMIT_DATE,
        GIT_CONFIG_COUNT: '3',
        GIT_CONFIG_KEY_0: 'core.logAllRefUpdates',
        GIT_CONFIG_VALUE_0: 'false',
        GIT_CONFIG_KEY_1: 'safe.directory',
        GIT_CONFIG_VALUE_1: '*',
        GIT_CONFIG_KEY_2: 'maintenance.auto',
        GIT_CONFIG_VALUE_2: 'false',
        LC_ALL: 'C',
      },
    });
  } catch (cause) {
    if ((cause as { code?: string }).code === 'ENOENT') {
      throw new HarnessError('CLEANSLATE_GIT_MISSING', 'git is not installed', { hint: 'install git: workspaces are repositories', cause });
    }
    const said = String((cause as { stderr?: string }).stderr ?? '').split('\n')[0];
    throw new HarnessError('CLEANSLATE_GIT_FAILED', `git ${args[0] ?? ''} failed: ${said ?? ''}`, { cause });
  }
}
