import { removeAbandoned } from '../common/owned-directory.js';
import { discover } from '../sandbox/discover.js';
import { DockerProvider } from '../sandbox/docker.js';
import { LocalProvider } from '../sandbox/local.js';
import type { SandboxProvider } from '../sandbox/sandbox.js';

/** Removes what dead harnesses left, in the engine that is found and on this machine. Returns one line for each. */
export async function reapEverywhere(): Promise<string[]> {
  const { engine } = await discover('auto');
  const providers: SandboxProvider[] = [await LocalProvider.open(), ...(engine.kind === 'docker' ? [new DockerProvider(engine.endpoint)] : [])];
  const removed: string[] = [];
  for (const provider of providers) {
    removed.push(...(await provider.reap()));
    await provider.close();
  }
  return [...removed, ...removeAbandoned()];
}
