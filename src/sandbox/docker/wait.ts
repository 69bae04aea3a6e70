import type { Container } from 'dockerode';
import { statusOf, translate } from './failures.js';
import { post } from './post.js';

/**
 * The exit status of a container's main process, once every process of the container has ended; undefined where it was removed.
 * Asked after the start: where it has ended already the engine answers at once, so nothing can be missed, and engines that
 * answer such a request only at its end (Podman) cannot hold up the start. Rejects with a HarnessError when the engine is lost.
 */
export async function exitStatus({ id, modem }: Container): Promise<number | undefined> {
  try {
    const { StatusCode, Error: fault } = await post<Waited>(modem, `/containers/${id}/wait`, { condition: 'not-running' });
    return fault?.Message ? undefined : StatusCode;
  } catch (error) {
    if (statusOf(error) === 404) return undefined;
    throw translate(error, 'waiting for a sandbox to end');
  }
}

interface Waited {
  StatusCode: number;
  Error?: { Message?: string } | null;
}
