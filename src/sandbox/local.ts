import { release } from 'node:os';
import { HarnessError } from '../common/errors.js';
import { ControlGroups, limitedByGroups } from './local/cgroup.js';
import { claim, unclaim } from './local/claims.js';
import { choose, type ConfinementName } from './local/choose.js';
import type { Confinement } from './local/confinement.js';
import { countsPerNamespace } from './local/links.js';
import { leaveParent, reapTrees } from './local/reap.js';
import { removeTree } from './local/remove-tree.js';
import { LocalSandbox } from './local/sandbox.js';
import { ensureParent, growTree, newId, programsId, treesDirectory } from './local/tree.js';
import { localUser, type LocalUser } from './local/user.js';
import type { Isolation, Sandbox, SandboxProvider, SandboxSpec } from './sandbox.js';

export interface LocalOptions {
  /** What to use; by default the best that works here. */
  confinement?: ConfinementName;
  /** Where the directories are made; by default one place per user, so that any harness finds what another left. */
  parent?: string;
}

/** Sandboxes of directories and, where bubblewrap works, namespaces of this machine. */
export class LocalProvider implements SandboxProvider {
  readonly kind = 'local';
  readonly isolation: Isolation;

  private constructor(
    private readonly parent: string,
    /** Its directory for programs that sandboxes cannot reach where they are. */
    private readonly programs: string,
    private readonly user: LocalUser,
    private readonly confinement: Confinement,
    private readonly facts: Record<string, string>,
  ) {
    this.isolation = confinement.isolation;
  }

  /** Finds out what works here. Throws a HarnessError if what was asked for does not. */
  static async open({ confinement, parent = treesDirectory() }: LocalOptions = {}): Promise<LocalProvider> {
    const user = localUser();
    ensureParent(parent, user);
    const programs = programsId();
    claim(parent, programs);
    try {
      const chosen = await choose(parent, programs, user, confinement);
      return new LocalProvider(parent, programs, user, chosen.confinement, chosen.facts);
    } catch (cause) {
      await leaveParent(parent, programs);
      throw cause;
    }
  }

  /** What is not enforced is said, so that it stands beside the results. */
  describe(): Promise<Record<string, string>> {
    const groups = limitedByGroups();
    const perProcess = { memory: 'per process', pids: countsPerNamespace() && this.confinement.ownUsers ? 'per process tree' : 'not enforced', cpu: 'not enforced' };
    const limit = (one: 'memory' | 'pids' | 'cpu'): string => (groups.includes(one) ? 'control group' : groups.length > 0 ? 'not enforced' : perProcess[one]);
    return Promise.resolve({
      name: 'local',
      isolation: this.isolation,
      processes: this.confinement.processes,
      memory_limit: limit('memory'),
      pids_limit: limit('pids'),
      cpus_limit: limit('cpu'),
      kernel: release(),
      node: process.version,
      ...this.facts,
    });
  }

  imageDigest(): Promise<null> {
    return Promise.resolve(null);
  }

  async create({ limits }: SandboxSpec): Promise<Sandbox> {
    const id = newId();
    const { user, parent, confinement } = this;
    ensureParent(parent, user);
    claim(parent, id);
    try {
      const tree = growTree(parent, id, user);
      const groups = ControlGroups.create(id, limits);
      const box = { tree, user, limits, cgroups: groups.joins };
      return new LocalSandbox({ box, confinement, groups, unclaim: () => { unclaim(parent, id); } });
    } catch (cause) {
      await ControlGroups.of(id).remove();
      await removeTree(`${parent}/${id}`);
      unclaim(parent, id);
      throw new HarnessError('CLEANSLATE_SANDBOX_CREATE', `cannot make a sandbox below ${parent}`, { cause });
    }
  }

  reap(): Promise<string[]> {
    return reapTrees(this.parent);
  }

  /** Leaves no directory of its own behind; sandboxes that were not destroyed stay for `reap`. */
  close(): Promise<void> {
    return leaveParent(this.parent, this.programs);
  }
}
