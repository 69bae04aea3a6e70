import type { Machine } from '../../src/campaign/machine.js';
import type { Endpoint } from '../../src/sandbox/discover.js';
import { connect } from '../../src/sandbox/docker/client.js';
import { DockerProvider } from '../../src/sandbox/docker.js';
import type { Strategy } from '../../src/sandbox/docker/state-view.js';
import { ensureImages } from '../../src/sandbox/images.js';
import { LocalProvider } from '../../src/sandbox/local.js';

/** The engine with one way of seeing files. */
export async function engineMachine(endpoint: Endpoint, strategy: Strategy): Promise<Machine> {
  const { docker, close } = await connect(endpoint);
  const provider = new DockerProvider(endpoint, { strategy });
  const closeAll = async (): Promise<void> => {
    close();
    await provider.close();
  };
  return { provider, images: (names) => ensureImages(docker, names), probes: [], warnings: [], close: closeAll };
}

/** Bubblewrap without an engine. Undefined where it does not work here. */
export async function localMachine(): Promise<Machine | undefined> {
  const provider = await LocalProvider.open();
  if (provider.isolation !== 'bubblewrap') return undefined;
  return { provider, images: (names) => Promise.resolve(new Map(names.map((name) => [name, { reference: name, digest: null }]))), probes: [], warnings: [], close: () => provider.close() };
}
