import { Readable } from 'node:stream';
import type { Container } from 'dockerode';
import { HarnessError, messageOf } from '../../common/errors.js';
import { call } from './call.js';
import { seedUpper } from './seed-upper.js';
import type { Layer } from './upper.js';

/** For a workspace of gigabytes, to an engine far away. */
const PATIENCE_MS = 1_800_000;

/**
 * Unpacks a tar whose names are relative to `/` in a container that has not started: in `layer` where there is one, otherwise through the engine.
 * Errors: CLEANSLATE_SEED where the tar cannot be read or unpacked, and those of the engine.
 */
export async function seedContainer(container: Container, layer: Layer | undefined, tar: Readable): Promise<void> {
  if (layer === undefined) return await putArchive(container, tar);
  const rest = await seedUpper(layer, tar);
  if (rest !== undefined) await putArchive(container, Readable.from([rest]));
}

async function putArchive(container: Container, tar: Readable): Promise<void> {
  let fault: unknown;
  tar.once('error', (error) => {
    fault = error;
  });
  try {
    await call('seeding a sandbox', () => container.putArchive(tar, { path: '/' }), PATIENCE_MS);
  } catch (error) {
    tar.destroy();
    throw fault === undefined ? error : new HarnessError('CLEANSLATE_SEED', `what a sandbox is seeded with cannot be read: ${messageOf(fault)}`, { cause: fault });
  }
}
