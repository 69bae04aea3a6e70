import type { Container } from 'dockerode';
import { call } from './call.js';
import { statusOf } from './failures.js';

/** Removes a container with its processes and volumes, and returns when it is gone; whoever else may be removing it. */
export function removeContainer(container: Container): Promise<void> {
  return call('removing a sandbox', async (abortSignal) => {
    try {
      await container.remove({ force: true, v: true, abortSignal });
    } catch (error) {
      if (statusOf(error) === 404) return;
      if (statusOf(error) !== 409) throw error;
      await removed(container, abortSignal); // somebody is at it already
    }
  });
}

async function removed(container: Container, abortSignal: AbortSignal): Promise<void> {
  try {
    await container.wait({ condition: 'removed', abortSignal });
  } catch (error) {
    if (statusOf(error) !== 404) throw error;
  }
}
