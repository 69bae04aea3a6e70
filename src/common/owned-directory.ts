import { lstatSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tmp from 'tmp';
import { formatOwner, liveness, parseOwner, thisProcess } from './owner.js';

const PREFIX = 'cleanslate-';
const OWNER = 'owner';

export interface OwnedDirectory {
  path: string;
  remove(): void;
}

/**
 * A temporary directory that only this user can enter. It says whose it is, so that it goes also where its process was killed.
 * @param use a short word for its name: the path of a unix socket in it has at most 107 bytes
 */
export function ownedDirectory(use: string): OwnedDirectory {
  // Made with mode 0700.
  const { name: path } = tmp.dirSync({ template: `${PREFIX}${use}-XXXXXX` });
  writeFileSync(join(path, OWNER), formatOwner(thisProcess()));
  return { path, remove: () => { remove(path); } };
}

/** Removes the directories of processes that are dead. Returns one line for each. */
export function removeAbandoned(): string[] {
  return readdirSync(tmpdir())
    .filter((name) => name.startsWith(PREFIX))
    .flatMap((name) => {
      const path = join(tmpdir(), name);
      const owner = ownerOf(path);
      if (owner === undefined || liveness(owner) !== 'dead') return [];
      remove(path);
      return [`removed ${path} of dead process ${formatOwner(owner)}`];
    });
}

function ownerOf(path: string): ReturnType<typeof parseOwner> {
  try {
    return lstatSync(path).uid === process.getuid?.() ? parseOwner(readFileSync(join(path, OWNER), 'utf8')) : undefined;
  } catch {
    return undefined; // Somebody else's, or it is being made or removed just now.
  }
}

const remove = (path: string): void => { rmSync(path, { recursive: true, force: true }); };
