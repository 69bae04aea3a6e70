import type { Container } from 'dockerode';
import { translate } from './failures.js';
import { post } from './post.js';

/**
 * The exit status of a container's main process, once every process of the container has ended.
 * Asked after the start: where it has ended already the engine answers at once, so nothing can be missed, and engines that
 * answer such a request only at its end (Podman) cannot hold up the start. Rejects with a HarnessError when the engine is lost.
 */
export async function exitStatus({ id, modem }: Container): Promise<number> {
  try {
    const { StatusCode } = await post<{ StatusCode: number }>(modem, `/containers/${id}/wait`, { condition: 'not-running' });
    return StatusCode;
  } catch (error) {
    throw translate(error, 'waiting for a sandbox to end');
  }
}
