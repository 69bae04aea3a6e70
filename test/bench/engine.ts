import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { discover, type Endpoint } from '../../src/sandbox/discover.js';
import { connect } from '../../src/sandbox/docker/client.js';
import { ensureImage } from '../../src/sandbox/images.js';

const run = promisify(execFile);

/** The client that comes with the private engine of `make engine`. */
const PRIVATE_CLIENT = '/var/lib/cleanslate/engine/root/usr/bin';

export interface Engine {
  endpoint: Endpoint;
  /** The base image: what both sides run. */
  image: string;
  /** What `plain` is, in words. */
  reference: string;
  /** A plain container that does nothing, from nothing to gone. */
  plain(): Promise<void>;
  /** The same through the API alone, step by step: milliseconds of each. */
  steps(): Promise<Record<string, number>>;
  close(): void;
}

/** The engine that the program finds, with its base image. Undefined where none answers. */
export async function openEngine(log: (line: string) => void): Promise<Engine | undefined> {
  const { engine } = await discover('auto');
  if (engine.kind !== 'docker') return undefined;
  const { endpoint } = engine;
  const { docker, close } = await connect(endpoint);
  const { reference: image } = await ensureImage(docker, 'base', { log });
  const steps = async (): Promise<Record<string, number>> => {
    const times: Record<string, number> = {};
    const time = async <T>(name: string, step: () => Promise<T>): Promise<T> => {
      const from = performance.now();
      const result = await step();
      times[name] = performance.now() - from;
      return result;
    };
    const container = await time('create', () => docker.createContainer({ Image: image, Cmd: ['true'], HostConfig: { NetworkMode: 'none' } }));
    const attached = await time('attach', () => container.attach({ stream: true, stdout: true, stderr: true }));
    attached.resume();
    await time('start', () => container.start());
    await time('wait', () => container.wait());
    await time('remove', () => container.remove({ force: true, v: true }));
    return times;
  };
  const client = clientFor(endpoint);
  if (client === undefined) {
    return { endpoint, image, steps, plain: async () => void (await steps()), reference: 'create, attach, start, wait and remove through the API (no docker client here)', close };
  }
  const version = (await run(client, ['--version'])).stdout.replace(/^Docker version ([^,]+)[^]*$/, '$1');
  const plain = async (): Promise<void> => void (await run(client, ['--host', endpoint.address, 'run', '--rm', '--network', 'none', image, 'true']));
  return { endpoint, image, steps, plain, reference: `\`docker run --rm --network none IMAGE true\` (docker client ${version})`, close };
}

function clientFor({ socketPath }: Endpoint): string | undefined {
  // A remote engine's TLS material is the program's business; its client is not configured here.
  if (socketPath === undefined) return undefined;
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), PRIVATE_CLIENT];
  return folders.map((folder) => join(folder, 'docker')).find(isProgram);
}

export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
