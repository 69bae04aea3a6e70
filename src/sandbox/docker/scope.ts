import { STATE_ROOT } from '../layout.js';

export const isBelow = (path: string, root: string): boolean => path.startsWith(root === '/' ? '/' : `${root}/`) && path !== root;

/**
 * What to ask the engine for, to see all of these paths in the fewest requests: the one parent of all state, or the paths
 * themselves. The parent of all state belongs to root and cannot be replaced by a link, which the engine would follow on the way to a path.
 */
export function archiveBases(paths: readonly string[]): string[] {
  if (paths.every((path) => path === STATE_ROOT || isBelow(path, STATE_ROOT))) return [STATE_ROOT];
  return paths.filter((path) => !paths.some((other) => isBelow(path, other)));
}

/** What engines put into every container: no state of the agent's, and different in each. */
const ENGINE_FILES = [
  '/.dockerenv', '/dev', '/etc/hostname', '/etc/hosts', '/etc/mtab', '/etc/resolv.conf', '/proc', '/run/.containerenv', '/run/secrets',
  '/sbin/docker-init', '/sys', '/usr/sbin/docker-init',
];

export const isEngineFile = (path: string): boolean => ENGINE_FILES.some((own) => path === own || isBelow(path, own));
