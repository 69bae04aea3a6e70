import { setTimeout as sleep } from 'node:timers/promises';
import type Docker from 'dockerode';
import { connect } from '../../src/sandbox/docker/client.js';
import { theEngine } from './engine.js';

/** How often the engine is looked at, ms. */
const EVERY = 500;

/** Removes the container of each of these trials once this command runs in it. Ends when none is left to wait for, or `over` aborts. */
export async function loseSandboxes(trials: readonly string[], command: string, over: AbortSignal): Promise<void> {
  const waiting = new Set(trials);
  const { docker, close } = await connect(theEngine());
  try {
    while (waiting.size > 0 && !over.aborted) {
      for (const { Id, Labels } of await docker.listContainers({ filters: { label: ['cleanslate.trial'] } })) {
        const trial = Labels['cleanslate.trial'] ?? '';
        if (!waiting.has(trial) || !(await runs(docker.getContainer(Id), command))) continue;
        await docker.getContainer(Id).remove({ force: true });
        waiting.delete(trial);
      }
      await sleep(EVERY);
    }
  } finally {
    close();
  }
}

async function runs(container: Docker.Container, command: string): Promise<boolean> {
  try {
    const { Processes } = (await container.top()) as { Processes: string[][] };
    return Processes.some((process) => process.at(-1)?.endsWith(command));
  } catch {
    // It has ended meanwhile.
    return false;
  }
}
