import { CleanslateError, HarnessError } from '../common/errors.js';
import { type Candidate, candidates, type Surroundings, surroundings } from './discovery/candidates.js';
import type { Endpoint } from './discovery/endpoint.js';
import { ping } from './discovery/ping.js';

export { PRIVATE_SOCKET, surroundings, type Surroundings } from './discovery/candidates.js';
export type { Endpoint } from './discovery/endpoint.js';

/** What `--engine` and a manifest's `engine` may be. */
export const ENGINES = ['auto', 'docker', 'local'] as const;
export type EngineChoice = (typeof ENGINES)[number];

export interface Probe {
  /** `DOCKER_HOST (tcp://…)`, `Podman (unix:///run/podman/podman.sock)`, `local`. */
  candidate: string;
  outcome: 'chosen' | 'absent' | 'no-answer' | 'unusable' | 'not-asked';
  why: string;
}

export type Engine = { kind: 'docker'; endpoint: Endpoint; name: string } | { kind: 'local' };

export interface Discovery {
  engine: Engine;
  /** Every candidate in order, for `doctor`. */
  probes: Probe[];
  /** Lines that the user must see: an engine that was named does not answer, and another one is used. */
  warnings: string[];
}

/**
 * Finds the engine, in the contract's order: `--engine`, `DOCKER_HOST` or the current Docker context, the usual Docker
 * and Podman sockets, the private engine, then `local`. Each is asked in its turn and in bounded time; none after the first that answers.
 *
 * A `DOCKER_HOST` or context that does not answer ends nothing: the search goes on, as the contract orders it, and
 * `warnings` says so. Throws a HarnessError under `docker` if no engine answers.
 */
export async function discover(choice: EngineChoice, here: Surroundings = surroundings()): Promise<Discovery> {
  if (choice === 'local') {
    return { engine: { kind: 'local' }, probes: [{ candidate: 'local', outcome: 'chosen', why: 'asked for' }], warnings: [] };
  }
  const probes: Probe[] = [];
  const silent: string[] = [];
  let found: Engine | undefined;
  for (const candidate of candidates(here)) {
    const candidateName = label(candidate);
    if (found) {
      probes.push({ candidate: candidateName, outcome: 'not-asked', why: 'an earlier one answered' });
      continue;
    }
    const { probe, endpoint } = await ask(candidate);
    probes.push({ candidate: candidateName, ...probe });
    if (endpoint) found = { kind: 'docker', endpoint, name: candidate.name };
    else if (candidate.explicit) silent.push(`${candidateName} is set but cannot be used: ${probe.why}`);
  }
  if (!found && choice === 'docker') throw noEngine(probes);
  probes.push({ candidate: 'local', outcome: found ? 'not-asked' : 'chosen', why: found ? 'an engine answered' : 'no engine answered' });
  const engine = found ?? { kind: 'local' };
  const instead = engine.kind === 'local' ? 'the local engine' : `${engine.name} (${engine.endpoint.address})`;
  return { engine, probes, warnings: silent.map((line) => `${line}; using ${instead} instead`) };
}

async function ask(candidate: Candidate): Promise<{ probe: Omit<Probe, 'candidate'>; endpoint?: Endpoint }> {
  if (candidate.place instanceof CleanslateError) return { probe: { outcome: 'unusable', why: candidate.place.line } };
  const answer = await ping(candidate.place);
  if (answer.answers) return { probe: { outcome: 'chosen', why: answer.engine }, endpoint: candidate.place };
  return { probe: { outcome: answer.absent ? 'absent' : 'no-answer', why: answer.why } };
}

const label = ({ name, place }: Candidate): string =>
  place instanceof CleanslateError ? name : `${name} (${place.address})`;

function noEngine(probes: readonly Probe[]): HarnessError {
  const tried = probes.map(({ candidate, why }) => `${candidate}: ${why}`).join(', ');
  return new HarnessError('CLEANSLATE_NO_ENGINE', `no container engine answers (tried ${tried})`, {
    hint: 'start Docker or Podman, or run `make engine`, or use --engine local',
  });
}
