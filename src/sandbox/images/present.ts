import type Docker from 'dockerode';
import { call } from '../docker/call.js';
import { statusOf } from '../docker/failures.js';

export interface PresentImage {
  /** Image id, `sha256:…`. */
  digest: string;
  /** Bytes, with all layers below. */
  size: number;
}

/** The image behind a reference, or undefined where the engine has none. Other failures are HarnessErrors. */
export function presentImage(docker: Docker, reference: string): Promise<PresentImage | undefined> {
  return call(`looking for image ${reference}`, async () => {
    try {
      const { Id, Size } = await docker.getImage(reference).inspect();
      // Podman gives the id without its algorithm.
      return { digest: Id.startsWith('sha256:') ? Id : `sha256:${Id}`, size: Size };
    } catch (error) {
      if (statusOf(error) === 404) return undefined;
      throw error;
    }
  });
}

/** The processor architecture that the engine's containers have, in npm's words: `x64`, `arm64`. */
export async function engineCpu(docker: Docker): Promise<string> {
  const { Architecture } = await call('asking for its architecture', (): Promise<{ Architecture: string }> => docker.info());
  return NPM_CPU[Architecture] ?? Architecture;
}

const NPM_CPU: Record<string, string> = { x86_64: 'x64', amd64: 'x64', aarch64: 'arm64', arm64: 'arm64' };
