/**
 * Where things are inside every sandbox. Agents key memory by absolute path, so these never change between
 * trials, engines or releases; and they are what a developer's machine could have.
 */
export const HOME = '/home/dev';
export const WORKSPACE = '/home/projects/app';
/** The common parent of both: one archive request of the engine sees all state. */
export const STATE_ROOT = '/home';
/** Programs that the harness brings (control agents). Outside the state, owned by root, read-only to the agent. */
export const PROGRAMS = '/opt/agent';
/** The three that adapters are told. */
export const LAYOUT = { home: HOME, workspace: WORKSPACE, programs: PROGRAMS } as const;
export const USER = { name: 'dev', uid: 1000, gid: 1000 } as const;
/** Where the Node of every sandbox is; `node` is on PATH everywhere. */
export const NODE = '/usr/local/bin/node';
