import type { Box, Confinement, Program } from './confinement.js';
import { dropping, environed, joining, limiting, NSENTER, SETPRIV, UNSHARE } from './links.js';
import { endNamespace, readyInit } from './namespace.js';
import { realPath } from './real-path.js';
import type { LocalUser } from './user.js';

/**
 * No isolation from the machine's files and network; only the processes are kept together, by a pid namespace.
 * Its first process is a shell that waits for the program, so that signals work as they do elsewhere.
 */
export const pidNamespace = (node: string, user: LocalUser): Confinement => ({
  isolation: 'none',
  processes: 'pid namespace',
  ownUsers: !user.dropped, // Only root may make a pid namespace in the machine's own user namespace.
  inside: (tree, path) => realPath(tree, node, path),
  first: (box, program) => ({
    argv: [
      ...joining(box.cgroups),
      ...[SETPRIV, '--pdeathsig', 'KILL', '--'],
      ...[UNSHARE, ...ownership(box), '--pid', '--fork', '--kill-child', '--mount-proc', '--'],
      ...['/bin/sh', '-c', INIT, 'sh'],
      ...asUser(box, program),
    ],
    env: {},
    cwd: '/',
  }),
  beside: async (box, program, outer) => {
    const { pid } = await readyInit(outer);
    const owner = box.user.dropped ? [] : ['--user', '--preserve-credentials'];
    const into = [NSENTER, `--target=${String(pid)}`, ...owner, '--mount', '--pid', '--'];
    return { argv: [...joining(box.cgroups), ...into, ...asUser(box, program)], env: {}, cwd: '/' };
  },
  endAll: (_box, outer) => endNamespace(outer),
});

/** Waits for the program and ends as it did. What a shell has to say about its end is not the program's output. */
const INIT = 'exec 3>&2 2>/dev/null; "$@" 2>&3 3>&-; exit $?';

const ownership = ({ user }: Box): string[] => (user.dropped ? [] : ['--user', '--map-current-user']);

const asUser = (box: Box, { argv, env, cwd }: Program): string[] => [
  ...dropping(box.user),
  ...(box.cgroups.length === 0 ? limiting(box.limits, !box.user.dropped) : []),
  ...environed(env, cwd),
  ...argv,
];
