import { mkdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { HarnessError } from '../../common/errors.js';
import type { Limits } from '../sandbox.js';
import { type Controller, type Hierarchy, limitGroup, oomKills, readOr } from './cgroup-files.js';
import { findHierarchies } from './cgroup-hierarchies.js';
import { poll } from './processes.js';

let found: Hierarchy[] | undefined;
/** Asked once per process: machines do not change. */
const hierarchies = (): Hierarchy[] => (found ??= process.geteuid?.() === 0 ? findHierarchies() : []);

/** What control groups limit here, for the campaign's pins. */
export const limitedByGroups = (): Controller[] => hierarchies().flatMap((one) => one.controllers);

/** The control groups of one sandbox: one directory per hierarchy; none where the machine does not let us. */
export class ControlGroups {
  private constructor(private readonly groups: readonly string[]) {}

  static create(id: string, limits: Limits): ControlGroups {
    const groups = ControlGroups.of(id);
    hierarchies().forEach((hierarchy, at) => {
      const group = groups.groups[at] ?? '';
      mkdirSync(group);
      limitGroup(group, hierarchy, limits);
    });
    return groups;
  }

  /** Those of a sandbox that another process made. */
  static of(id: string): ControlGroups {
    return new ControlGroups(hierarchies().map(({ dir }) => join(dir, id)));
  }

  /** Files by which a process joins. */
  get joins(): string[] {
    return this.groups.map((group) => join(group, 'cgroup.procs'));
  }

  get oomKills(): number {
    return this.groups.reduce((sum, group) => sum + oomKills(group), 0);
  }

  /** Process ids that are in any of the groups. */
  get processes(): number[] {
    return this.joins.flatMap((file) => readOr(file).split('\n').filter(Boolean).map(Number));
  }

  /** Removes the groups; a process that has just ended can keep one for a moment. May be called twice. */
  async remove(): Promise<void> {
    for (const group of this.groups)
      if (!(await poll(() => isRemoved(group), 5_000)))
        throw new HarnessError('CLEANSLATE_SANDBOX_ALIVE', `the control group ${group} still has processes in it`);
  }
}

function isRemoved(group: string): boolean {
  try {
    rmdirSync(group);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}
