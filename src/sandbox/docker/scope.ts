import { isBelow, isWithin } from '../../common/paths.js';
import { STATE_ROOT } from '../layout.js';

/**
 * What to ask the engine for, to see all of these paths in the fewest requests: the one parent of all state, or the paths
 * themselves. The parent of all state belongs to root and cannot be replaced by a link, which the engine would follow on the way to a path.
 */
export function archiveBases(paths: readonly string[]): string[] {
  if (paths.every((path) => isWithin(path, STATE_ROOT))) return [STATE_ROOT];
  return paths.filter((path) => !paths.some((other) => isBelow(path, other)));
}

/** What engines put into every container: no state of the agent's, and different in each. */
const ENGINE_FILES = [
  '/.dockerenv', '/dev', '/etc/hostname', '/etc/hosts', '/etc/mtab', '/etc/resolv.conf', '/proc', '/run/.containerenv', '/run/secrets',
  '/sbin/docker-init', '/sys', '/usr/sbin/docker-init',
];

export const isEngineFile = (path: string): boolean => ENGINE_FILES.some((own) => isWithin(path, own));
