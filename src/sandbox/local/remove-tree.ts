import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { execa } from 'execa';
import { HarnessError, messageOf } from '../../common/errors.js';

/**
 * Removes a directory whatever an agent left in it: modes that keep its owner out, names that are not text, trees too
 * deep for a path. What is not there is fine.
 */
export async function removeTree(dir: string): Promise<void> {
  try {
    await rm(dir, { recursive: true, force: true });
  } catch {
    await removeStubborn(dir);
  }
}

/** chmod and rm walk by descriptors, so that no path is ever too long for them. */
async function removeStubborn(dir: string): Promise<void> {
  const cwd = '/'; // The harness's own directory may be closed to who it runs as.
  await execa('chmod', ['--recursive', '--silent', 'u+rwX', '--', resolve(dir)], { reject: false, cwd });
  try {
    await execa('rm', ['--recursive', '--force', '--one-file-system', '--', resolve(dir)], { cwd });
  } catch (cause) {
    throw new HarnessError('CLEANSLATE_REMOVE', `cannot remove ${dir}: ${messageOf(cause)}`, { cause });
  }
}
