import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LocalProvider } from '../../src/sandbox/local.js';
import type { ConfinementName } from '../../src/sandbox/local/choose.js';
import { treesDirectory } from '../../src/sandbox/local/tree.js';
import type { DockerProviderOptions } from '../../src/sandbox/docker.js';
import type { SandboxProvider, SandboxSpec } from '../../src/sandbox/sandbox.js';
import { baseImage, dockerProvider, engine } from '../support/engine.js';
import { containerTraces } from './container-traces.js';

/** One provider under the suite. */
export interface Subject {
  provider: SandboxProvider;
  spec: SandboxSpec;
  /** What this machine or its engine still has of a sandbox. */
  traces(id: string): Promise<string[]>;
}

export const agentsDirectory = join(dirname(fileURLToPath(import.meta.url)), '../agents');

const limits = { memory_mb: 256, cpus: 1, pids: 128 };
const purpose = { campaign: 'conformance', trial: 'one', attempt: 1 };

const docker = (options: DockerProviderOptions) => async (): Promise<Subject> => ({
  provider: dockerProvider(options),
  spec: { image: await baseImage(), limits, purpose },
  traces: containerTraces,
});

const local = (confinement: ConfinementName) => async (): Promise<Subject> => ({
  provider: await LocalProvider.open({ confinement }),
  spec: { image: '', limits, purpose },
  traces: (id) => Promise.resolve(localTraces(id)),
});

function localTraces(id: string): string[] {
  try {
    return readdirSync(treesDirectory()).filter((name) => name.startsWith(id));
  } catch {
    return []; // The last one has taken the directory of all with it.
  }
}

/** Every provider that passes one suite; `open` is undefined where this machine cannot have it, and `why` says so. */
export const subjects: { name: string; open?: () => Promise<Subject>; why?: string }[] = [
  container('docker', {}),
  container('docker, through its API alone', { strategy: 'archive' }),
  await available('bubblewrap'),
  await available('pid-namespace'),
  await available('plain'),
];

function container(name: string, options: DockerProviderOptions): { name: string; open?: () => Promise<Subject>; why?: string } {
  return engine === undefined ? { name, why: 'no container engine answers' } : { name, open: docker(options) };
}

async function available(confinement: ConfinementName): Promise<{ name: string; open?: () => Promise<Subject>; why?: string }> {
  const name = `local, ${confinement}`;
  try {
    await (await LocalProvider.open({ confinement })).close();
    return { name, open: local(confinement) };
  } catch (error) {
    return { name, why: String(error) };
  }
}
