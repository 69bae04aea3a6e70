import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatOwner, liveness, parseOwner, thisProcess } from '../common/owner.js';

/** Short: the path of a unix socket has at most 107 bytes. */
const PREFIX = 'cleanslate-gw-';
const OWNER = 'owner';

/**
 * A directory for sockets that only this user can enter. Those of harnesses that were killed are removed on the way.
 * @throws Error of the file system
 */
export function socketDirectory(): { path: string; remove(): void } {
  removeAbandoned();
  // Made with mode 0700.
  const path = mkdtempSync(join(tmpdir(), PREFIX));
  writeFileSync(join(path, OWNER), formatOwner(thisProcess()));
  return { path, remove: () => { remove(path); } };
}

const remove = (path: string): void => { rmSync(path, { recursive: true, force: true }); };

function removeAbandoned(): void {
  for (const name of readdirSync(tmpdir()).filter((each) => each.startsWith(PREFIX))) {
    const path = join(tmpdir(), name);
    try {
      const owner = parseOwner(readFileSync(join(path, OWNER), 'utf8'));
      if (lstatSync(path).uid === process.getuid?.() && owner && liveness(owner) === 'dead') remove(path);
    } catch {
      // Somebody else's, or it is being made or removed just now.
    }
  }
}
