import { describe } from 'vitest';
import { discover, type Endpoint } from '../../src/sandbox/discover.js';
import { connect } from '../../src/sandbox/docker/client.js';
import { DockerProvider, type DockerProviderOptions } from '../../src/sandbox/docker.js';
import { ensureImage } from '../../src/sandbox/images.js';
import type { SandboxSpec } from '../../src/sandbox/sandbox.js';

const discovery = await discover('auto');

/** The engine that tests run on, found as the program finds it; undefined where none answers. */
export const engine: Endpoint | undefined = discovery.engine.kind === 'docker' ? discovery.engine.endpoint : undefined;

if (engine === undefined) {
  const tried = discovery.probes.map(({ candidate, why }) => `${candidate}: ${why}`).join('\n  ');
  if (process.env['REQUIRE_ENGINE'] === '1') throw new Error(`REQUIRE_ENGINE=1, and no container engine answers:\n  ${tried}`);
  process.stderr.write(`\nSKIPPED: no container engine answers, run \`make engine\`. Tried:\n  ${tried}\n`);
}

/** `describe` for tests that need an engine: skipped, loudly, where there is none; a failure with REQUIRE_ENGINE=1. */
export const describeWithEngine = describe.skipIf(engine === undefined);

/** Only inside `describeWithEngine`. */
export function theEngine(): Endpoint {
  if (engine === undefined) throw new Error('no container engine answers');
  return engine;
}

export const dockerProvider = (options: DockerProviderOptions = {}): DockerProvider => new DockerProvider(theEngine(), options);

let image: Promise<string> | undefined;

/** Reference of the base image, made where the engine has none. */
export function baseImage(): Promise<string> {
  return (image ??= buildBase());
}

async function buildBase(): Promise<string> {
  const { docker, close } = await connect(theEngine());
  try {
    return (await ensureImage(docker, 'base')).reference;
  } finally {
    close();
  }
}

/** A small sandbox on the base image; what is given replaces its parts. */
export async function spec(changes: Partial<SandboxSpec> = {}): Promise<SandboxSpec> {
  return {
    image: await baseImage(),
    limits: { memory_mb: 256, cpus: 1, pids: 128 },
    purpose: { campaign: 'checks', trial: 'one', attempt: 1 },
    ...changes,
  };
}
