import { text } from 'node:stream/consumers';
import { execa } from 'execa';
import { messageOf } from '../../common/errors.js';
import { claim, unclaim } from './claims.js';
import type { Confinement } from './confinement.js';
import { launch } from './launch.js';
import { removeTree } from './remove-tree.js';
import { growTree, newId } from './tree.js';
import type { LocalUser } from './user.js';

/**
 * Whether a way of confining works on this machine: it must run `true`.
 * Returns undefined if it does, else why not.
 */
export async function probe(confinement: Confinement, parent: string, user: LocalUser): Promise<string | undefined> {
  const id = newId();
  claim(parent, id);
  const tree = growTree(parent, id, user);
  const box = { tree, user, limits: { memory_mb: 2048, cpus: 1, pids: 64 }, cgroups: [] };
  try {
    const program = { argv: ['/bin/true'], env: {}, cwd: confinement.inside(tree, '/tmp') };
    const { stdout, stderr, ended } = await launch(confinement.first(box, program), tree.dir);
    stdout.resume();
    const [{ code, signal }, said] = await Promise.all([ended, text(stderr)]);
    return code === 0 ? undefined : said.trim() || `it ended with ${String(code ?? signal)}`;
  } catch (error) {
    return messageOf(error);
  } finally {
    await removeTree(tree.dir);
    unclaim(parent, id);
  }
}

/** Whether a program answers `--version`, and what. */
export async function versionOf(program: string): Promise<string | undefined> {
  const { failed, stdout } = await execa(program, ['--version'], { reject: false });
  return failed ? undefined : (/\d+(\.\d+)+/.exec(stdout)?.[0] ?? 'unknown');
}
