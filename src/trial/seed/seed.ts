import { Readable } from 'node:stream';
import type { Inventory } from '../../common/inventory.js';
import type { Material } from '../../evidence/material.js';
import { STATE_ROOTS } from '../context.js';
import type { Sandbox } from '../../sandbox/sandbox.js';
import type { SeedMaterial } from '../planned.js';
import { joinTars } from './tar.js';

/** Puts home, workspace and the agent's files into a new sandbox, and sees what then is there. */
export async function seedSandbox(sandbox: Sandbox, seed: SeedMaterial, material: Material): Promise<Inventory> {
  const [workspace, agent] = await Promise.all([material.get(seed.workspace), material.get(seed.agent)]);
  await sandbox.seed(Readable.from(joinTars([workspace], agent)));
  return sandbox.inventory(STATE_ROOTS);
}
