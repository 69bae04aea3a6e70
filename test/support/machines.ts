import { describe } from 'vitest';
import { engine } from './engine.js';

/** What `--engine` can be on this machine. */
const MACHINES = [
  { machine: 'local', available: true },
  { machine: 'docker', available: engine !== undefined },
] as const;

/**
 * Runs a suite on every machine there is; without an engine, the engine's half is skipped, loudly (engine.ts).
 * @param concurrent its tests have nothing to do with each other, and run side by side
 */
export function describeOnEveryMachine(name: string, suite: (machine: 'local' | 'docker') => void, concurrent = false): void {
  for (const { machine, available } of MACHINES) describe.skipIf(!available)(`${name} (${machine})`, { concurrent }, () => { suite(machine); });
}
