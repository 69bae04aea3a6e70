import type Docker from 'dockerode';

export interface PresentImage {
  /** Image id, `sha256:…`. */
  digest: string;
  /** Bytes, with all layers below. */
  size: number;
}

/** The image behind a reference, or undefined where the engine has none. Other failures of the engine are thrown. */
export async function presentImage(docker: Docker, reference: string): Promise<PresentImage | undefined> {
  try {
    const { Id, Size } = await docker.getImage(reference).inspect();
    // Podman gives the id without its algorithm.
    return { digest: Id.startsWith('sha256:') ? Id : `sha256:${Id}`, size: Size };
  } catch (error) {
    if ((error as { statusCode?: number }).statusCode === 404) return undefined;
    throw error;
  }
}
