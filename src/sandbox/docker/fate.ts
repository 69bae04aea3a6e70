import { constants } from 'node:os';
import type { Container } from 'dockerode';
import { signalIn } from '../exit-status.js';
import type { EndReason } from '../sandbox.js';
import { call } from './call.js';
import type { Client } from './client.js';
import { eventsOf } from './events.js';
import { statusOf } from './failures.js';

/** What an init process, like a shell, makes of a child that SIGKILL ended. */
export const KILLED = 128 + constants.signals.SIGKILL;

/** How long an engine may take to say who sent a SIGKILL, after it said that the process is gone. */
const NEWS_MS = 500;

/**
 * Why a process ended that nobody of us ended, from its status. The engine is asked only where the status is not 0; where it was
 * SIGKILL its news are waited for: of a lack of memory, or of somebody else who ended the container (`docker kill`, `docker rm -f`).
 */
export async function fateOf(client: Client, container: Container, status: number, isMain: boolean): Promise<EndReason> {
  if (status === 0) return 'exit';
  const state = await stateOf(container);
  if (state === undefined) return 'sandbox-lost';
  if (state.OOMKilled) return 'oom';
  if (status !== KILLED) return 'exit';
  const news = await newsOf(client, container.id, isMain);
  if (news !== undefined) return news;
  // Looked at again: the engine may have learned of the main process's end only after that of this one.
  return !isMain && (await stateOf(container))?.Running !== true ? 'sandbox-lost' : 'exit';
}

/** Undefined where the container has been removed. */
export async function stateOf(container: Container): Promise<{ Status: string; Running: boolean; Pid: number; OOMKilled: boolean } | undefined> {
  return call('looking at a sandbox', async (abortSignal) => {
    try {
      return (await container.inspect({ abortSignal })).State;
    } catch (error) {
      if (statusOf(error) === 404) return undefined;
      throw error;
    }
  });
}

/** Not one that is being removed: engines say so before they end its processes, and its files go one by one. */
export async function isThere(container: Container): Promise<boolean> {
  const status = (await stateOf(container))?.Status;
  return status !== undefined && !['removing', 'dead'].includes(status);
}

/** That the main process died is news to all others; of itself it is known. */
async function newsOf(client: Client, id: string, isMain: boolean): Promise<'oom' | 'sandbox-lost' | undefined> {
  const lost = isMain ? ['kill'] : ['kill', 'die', 'died'];
  for await (const { action } of eventsOf(client, id, ['oom', ...lost], AbortSignal.timeout(NEWS_MS))) {
    return action === 'oom' ? 'oom' : 'sandbox-lost';
  }
  return undefined;
}

/** Statuses above 128 are signals by the convention of shells and init programs; the engine knows no other way to say so. */
export function decodeStatus(status: number): { code: number | null; signal: string | null } {
  const signal = signalIn(status);
  return signal === null ? { code: status, signal: null } : { code: null, signal };
}
