import type { Exit } from '../sandbox.js';
import type { Client } from './client.js';
import { decodeStatus, fateOf, KILLED } from './fate.js';
import type { Life } from './life.js';

/**
 * How a process of a container ended, from its status (undefined where the container was removed with it): by our hand, if that was first
 * and SIGKILL is what ended it; otherwise as the status and the engine say.
 */
export async function verdict(client: Client, life: Life, status: number | undefined, isMain: boolean, duration_ms: number): Promise<Exit> {
  const wasKilled = status === undefined || status === KILLED;
  if (life.cause !== undefined && wasKilled) return { reason: life.cause, code: null, signal: 'SIGKILL', duration_ms };
  if (status === undefined) return { reason: 'sandbox-lost', code: null, signal: null, duration_ms };
  return { reason: await fateOf(client, life.container, status, isMain), ...decodeStatus(status), duration_ms };
}
