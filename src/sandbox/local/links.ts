import { release } from 'node:os';
import type { Limits } from '../sandbox.js';
import type { LocalUser } from './user.js';

/**
 * Links of the chain by which a program starts: each is a command that changes one thing and then becomes the next.
 * All are of util-linux and coreutils, which every distribution has at these places.
 */
export const UNSHARE = '/usr/bin/unshare';
export const NSENTER = '/usr/bin/nsenter';
export const SETPRIV = '/usr/bin/setpriv';
const PRLIMIT = '/usr/bin/prlimit';
const ENV = '/usr/bin/env';

/** Joins control groups; they must be joined before rights are given up. */
export const joining = (cgroups: readonly string[]): string[] =>
  cgroups.length === 0
    ? []
    : ['/bin/sh', '-c', 'for f in $1; do echo $$ > "$f" || exit 125; done; shift; exec "$@"', 'sh', cgroups.join(' ')];

/** Becomes the sandboxes' user for good: no way back by a setuid program. */
export const dropping = (user: LocalUser): string[] => [
  SETPRIV,
  '--no-new-privs',
  ...(user.dropped ? ['--reuid', String(user.uid), '--regid', String(user.gid), '--clear-groups'] : []),
  '--',
];

/** Exactly this environment. `cwd` is a directory as seen where the program runs. */
export const environed = (env: Record<string, string>, cwd?: string): string[] => [
  ENV,
  ...(cwd === undefined ? [] : [`--chdir=${cwd}`]),
  '-i',
  ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
];

/** What can be limited per process, where there is no control group to limit the sandbox as a whole. */
export const limiting = (limits: Limits, ownUserNamespace: boolean): string[] => [
  PRLIMIT,
  `--data=${String(limits.memory_mb * 1024 * 1024)}`,
  ...(ownUserNamespace && countsPerNamespace() ? [`--nproc=${String(limits.pids)}`] : []),
  '--',
];

/** Since Linux 5.14 processes are counted per user namespace; before, the whole machine's of this user would be. */
export function countsPerNamespace(): boolean {
  const [major = 0, minor = 0] = release().split('.').map(Number);
  return major > 5 || (major === 5 && minor >= 14);
}
