import { readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { formatOwner, type Owner, parseOwner, thisProcess } from '../../common/owner.js';

const SUFFIX = '.owner';

/**
 * Who owns which sandbox. A claim is a link whose target is the owner: made in one step, before anything else of the
 * sandbox, and removed after all else, so that there is never a directory that nobody answers for.
 */
export const claim = (parent: string, id: string): void => {
  symlinkSync(formatOwner(thisProcess()), claimPath(parent, id));
};

export const unclaim = (parent: string, id: string): void => {
  rmSync(claimPath(parent, id), { force: true });
};

/** All claims below a parent, of whichever harness; empty if there is no parent. */
export function claims(parent: string): { id: string; owner: Owner }[] {
  return namesIn(parent).flatMap((name) => {
    if (!name.endsWith(SUFFIX)) return [];
    const owner = parseOwner(targetOf(join(parent, name)));
    return owner === undefined ? [] : [{ id: name.slice(0, -SUFFIX.length), owner }];
  });
}

const claimPath = (parent: string, id: string): string => join(parent, `${id}${SUFFIX}`);

function namesIn(parent: string): string[] {
  try {
    return readdirSync(parent);
  } catch {
    return [];
  }
}

/** Another harness may give up its claim while we look. */
function targetOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
