import { dirname } from 'node:path';
import { HOME, NODE, USER } from '../layout.js';
import type { Isolation, Limits } from '../sandbox.js';
import type { Launch } from './launch.js';
import type { ProcessMark } from './processes.js';
import type { Tree } from './tree.js';
import type { LocalUser } from './user.js';

/** All that a way of confining processes needs to know of one sandbox. */
export interface Box {
  tree: Tree;
  user: LocalUser;
  limits: Limits;
  /** Files of control groups that a process joins by writing its id; none where the kernel does not let us. */
  cgroups: readonly string[];
}

/** What to run, as seen inside. */
export interface Program {
  argv: readonly string[];
  env: Record<string, string>;
  /** Logical directory. */
  cwd: string;
}

/** How the processes of a local sandbox are kept together, ended together, and away from the machine. */
export interface Confinement {
  readonly isolation: Isolation;
  /** One line on how every process is found when the sandbox ends. */
  readonly processes: string;
  /** Whether they are in a user namespace of their own, in which the kernel can count them. */
  readonly ownUsers: boolean;
  /** The path that a program inside uses for a logical path. */
  inside(tree: Tree, path: string): string;
  /** The sandbox's first process. */
  first(box: Box, program: Program): Launch;
  /** A further process beside the first one, which `outer` (a process of ours) stands for. Throws if that has ended. */
  beside(box: Box, program: Program, outer: ProcessMark): Promise<Launch>;
  /** Ends every process that `outer` or its descendants started, and returns when none is left. */
  endAll(box: Box, outer: ProcessMark): Promise<void>;
}

/** The whole environment of a program: what the sandbox itself needs, then what was asked for. */
export function environment(confinement: Confinement, tree: Tree, asked: Record<string, string>): Record<string, string> {
  const at = (logical: string): string => confinement.inside(tree, logical);
  const node = dirname(at(NODE));
  const path = SYSTEM_PATH.includes(node) ? SYSTEM_PATH : [node, ...SYSTEM_PATH];
  return { HOME: at(HOME), PATH: path.join(':'), USER: USER.name, LANG: 'C.UTF-8', TMPDIR: at('/tmp'), ...asked };
}

/** As in a container of the base image. */
const SYSTEM_PATH = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'];
