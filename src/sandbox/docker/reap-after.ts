import { setTimeout as sleep } from 'node:timers/promises';
import type { Owner } from '../../common/owner.js';
import type { Endpoint } from '../discovery/endpoint.js';
import { connect } from './client.js';
import { reapOwned } from './reap.js';

/** When to look, in ms after the death: the engine may still be making what the dead process had asked for. */
const LOOKS_MS = [0, 300, 700];

/** Run by the guard: removes the containers of a harness that has died. */
export async function reapAfter(owner: Owner, endpoint: Endpoint): Promise<void> {
  const client = await connect(endpoint);
  for (const pause of LOOKS_MS) {
    await sleep(pause);
    await reapOwned(client.docker, owner);
  }
  client.close();
}
