import { homedir } from 'node:os';
import { join } from 'node:path';
import { CleanslateError } from '../../common/errors.js';
import { fromContext, fromDockerHost } from './context.js';
import { type Endpoint, parseAddress } from './endpoint.js';

/** The socket of `make engine` (scripts/engine.sh), one fixed place of the machine. */
export const PRIVATE_SOCKET = '/run/cleanslate/docker.sock';

export interface Surroundings {
  env: Record<string, string | undefined>;
  home: string;
  uid: number;
  privateSocket: string;
  /** Where the system's own sockets are looked for: `/`. */
  systemRoot: string;
}

export const surroundings = (): Surroundings => ({
  env: process.env,
  home: homedir(),
  uid: process.getuid?.() ?? 0,
  privateSocket: PRIVATE_SOCKET,
  systemRoot: '/',
});

export interface Candidate {
  name: string;
  /** Chosen by the user, not a place where an engine usually is: its silence must not go unnoticed. */
  explicit: boolean;
  place: Endpoint | CleanslateError;
}

/** Everywhere an engine may be, in the contract's order ("Engine discovery"), each place once. */
export function candidates({ env, home, uid, privateSocket, systemRoot }: Surroundings): Candidate[] {
  const runtime = env['XDG_RUNTIME_DIR'] || `/run/user/${String(uid)}`;
  const usual: [string, string][] = [
    ['Docker', join(systemRoot, 'var/run/docker.sock')],
    ['Docker Desktop', join(home, '.docker/run/docker.sock')],
    ['Docker Desktop', join(home, '.docker/desktop/docker.sock')],
    ['rootless Docker', join(runtime, 'docker.sock')],
    ['rootless Podman', join(runtime, 'podman/podman.sock')],
    ['Podman', join(systemRoot, 'run/podman/podman.sock')],
    ['private engine', privateSocket],
  ];
  const all: Candidate[] = [
    ...chosen(env, home),
    ...usual.map(([name, path]) => ({ name, explicit: false, place: parseAddress(`unix://${path}`, name) })),
  ];
  const seen = new Set<string>();
  return all.filter(({ place }) => {
    if (place instanceof CleanslateError) return true;
    const isNew = !seen.has(place.address);
    seen.add(place.address);
    return isNew;
  });
}

/** `DOCKER_HOST` overrides the context, as it does for the docker program. */
function chosen(env: Surroundings['env'], home: string): Candidate[] {
  const hostIsSet = (env['DOCKER_HOST'] ?? '') !== '';
  const name = hostIsSet ? 'DOCKER_HOST' : 'Docker context';
  try {
    const place = hostIsSet ? fromDockerHost(env, home) : fromContext(env, home);
    if (place === undefined) return [];
    return 'endpoint' in place
      ? [{ name: `Docker context ${place.name}`, explicit: true, place: place.endpoint }]
      : [{ name, explicit: true, place }];
  } catch (error) {
    if (error instanceof CleanslateError) return [{ name, explicit: true, place: error }];
    throw error;
  }
}
