import { lstatSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOME, NODE, USER } from '../layout.js';

/** The name of the machine inside. */
export const HOSTNAME = 'dev';

const NOBODY = 65_534;
const id = (uid: number, gid: number): string => `${String(uid)}:${String(gid)}`;

/** A developer's machine as /etc tells it: one user, no name servers, nobody of this machine. */
const ETC: Record<string, string> = {
  passwd: `root:x:0:0:root:/root:/bin/bash\n${USER.name}:x:${id(USER.uid, USER.gid)}::${HOME}:/bin/bash\nnobody:x:${id(NOBODY, NOBODY)}:nobody:/nonexistent:/usr/sbin/nologin\n`,
  group: `root:x:0:\n${USER.name}:x:${String(USER.gid)}:\nnogroup:x:${String(NOBODY)}:\n`,
  hosts: `127.0.0.1 localhost ${HOSTNAME}\n::1 localhost\n`,
  hostname: `${HOSTNAME}\n`,
  'nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files dns\n',
  'resolv.conf': '',
};

/** What programs need of this machine's own /etc and tells nothing of it, where it is there. */
const SHARED = ['ld.so.cache', 'ld.so.conf', 'ld.so.conf.d', 'alternatives', 'ssl/certs', 'ssl/openssl.cnf', 'pki/tls', 'pki/ca-trust', 'ca-certificates.conf', 'mime.types', 'services', 'protocols'];

/** Writes the sandbox's own part of /etc into `dir`, and gives the arguments that mount all of it. */
export function etcArguments(dir: string): string[] {
  for (const [name, text] of Object.entries(ETC)) writeFileSync(join(dir, name), text, { mode: 0o644 });
  return [
    ...['', '/ssl', '/pki'].flatMap((name) => ['--perms', '0755', '--dir', `/etc${name}`]),
    ...Object.keys(ETC).flatMap((name) => ['--ro-bind', join(dir, name), `/etc/${name}`]),
    ...SHARED.flatMap((name) => ['--ro-bind-try', `/etc/${name}`, `/etc/${name}`]),
  ];
}

/** The system's programs and libraries, read-only; directories that merged into /usr stay the links they are. */
export function systemArguments(): string[] {
  const tops = ['bin', 'sbin', 'lib', 'lib32', 'lib64', 'libx32'].map((name) => `/${name}`);
  return [
    ...['--ro-bind', '/usr', '/usr'],
    ...tops.flatMap((top) => {
      const stats = lstatSync(top, { throwIfNoEntry: false });
      if (stats === undefined) return [];
      return stats.isSymbolicLink() ? ['--symlink', readlinkSync(top), top] : ['--ro-bind', top, top];
    }),
  ];
}

/** The harness's own Node, at the place that all sandboxes have it, in place of what this machine has installed there. */
export const nodeArguments = (node: string): string[] => [
  ...['--perms', '0755', '--tmpfs', '/usr/local', '--perms', '0755', '--dir', '/usr/local/bin'],
  ...['--ro-bind', node, NODE, '--remount-ro', '/usr/local'],
];
