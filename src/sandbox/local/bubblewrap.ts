import { PROGRAMS } from '../layout.js';
import type { Box, Confinement, Program } from './confinement.js';
import { dropping, environed, joining, limiting, NSENTER, UNSHARE } from './links.js';
import { etcArguments, HOSTNAME, nodeArguments, systemArguments } from './machine-files.js';
import { endNamespace, readyInit } from './namespace.js';

/** Where the programs of this machine are that every bubblewrap sandbox needs: readable by the sandboxes' user. */
export interface BubblewrapPrograms {
  bwrap: string;
  node: string;
}

/**
 * Namespaces of everything, and a root file system that shows the system's programs and the sandbox's own directories.
 *
 * bubblewrap itself runs as user 0 of its user namespace, so that it makes just one of them; the program then goes
 * into a second one, where it is USER and has no rights over the first. A further process gets there by the same two
 * steps, which needs no root: whoever made a user namespace may enter it. Thus all share processes, network and files.
 */
export const bubblewrap = ({ bwrap, node }: BubblewrapPrograms): Confinement => ({
  isolation: 'bubblewrap',
  processes: 'pid namespace',
  ownUsers: true,
  inside: (_tree, path) => path,
  first: (box, program) => ({
    argv: [...joining(box.cgroups), ...dropping(box.user), bwrap, '--args', '3', '--', ...asUser(box, program)],
    env: {},
    cwd: '/', // A working directory would show in what bubblewrap inherits.
    extra: Buffer.from(`${mounts(box, node).join('\0')}\0`),
  }),
  beside: async (box, program, outer) => {
    const { pid } = await readyInit(outer);
    const into = [NSENTER, `--target=${String(pid)}`, '--user', '--preserve-credentials', '--mount', '--pid', '--net', '--ipc', '--uts', '--cgroup', '--'];
    return { argv: [...joining(box.cgroups), ...dropping(box.user), ...into, ...asUser(box, program)], env: {}, cwd: '/' };
  },
  endAll: (_box, outer) => endNamespace(outer),
});

const asUser = ({ cgroups, limits }: Box, { argv, env, cwd }: Program): string[] => [
  ...[UNSHARE, '--user', '--map-user=1000', '--map-group=1000', `--wd=${cwd}`, '--'],
  ...(cgroups.length === 0 ? limiting(limits, true) : []),
  ...environed(env),
  ...argv,
];

/** Passed by a descriptor: the command line of the first process can be read inside, and these name the machine's paths. */
function mounts({ tree }: Box, node: string): string[] {
  const own = (from: string, to: string): string[] => ['--bind', `${tree.dir}/${from}`, to];
  return [
    ...['--unshare-all', '--die-with-parent', '--new-session', '--clearenv', '--hostname', HOSTNAME],
    // To map what is 0 here to another id in the second user namespace (user_namespaces(7), since Linux 5.12).
    ...['--uid', '0', '--gid', '0', '--cap-add', 'CAP_SETFCAP'],
    ...systemArguments(),
    ...nodeArguments(node),
    ...etcArguments(`${tree.dir}/etc`),
    ...['--proc', '/proc', '--dev', '/dev'],
    ...['--perms', '0755', '--dir', '/home'],
    ...own('home/dev', '/home/dev'),
    ...own('home/projects', '/home/projects'),
    ...['--perms', '0755', '--dir', '/opt', '--ro-bind', `${tree.dir}/opt/agent`, PROGRAMS],
    ...own('tmp', '/tmp'),
    ...['--perms', '0755', '--dir', '/var', ...own('var/tmp', '/var/tmp')],
    ...['--perms', '0755', '--dir', '/run', '--remount-ro', '/'],
  ];
}
