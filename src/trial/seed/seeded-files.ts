import tarStream from 'tar-stream';
import { buffer } from 'node:stream/consumers';
import { sha256 } from '../../common/digest.js';
import type { Material } from '../../evidence/material.js';
import { DEFAULT_LIMITS } from '../../trace/capture-plan.js';
import { seedTars, type SessionSeed } from '../reset/session-seed.js';

/**
 * Looks up what was seeded by its digest, for patches. The archives are read when something is first asked for;
 * files too large for a patch are not held.
 */
export function seededFiles(seed: SessionSeed, material: Material): (digest: string) => Promise<Uint8Array | undefined> {
  let files: Promise<Map<string, Buffer>> | undefined;
  return async (digest) => (await (files ??= readAll(seed, material))).get(digest);
}

async function readAll(seed: SessionSeed, material: Material): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for (const archive of await seedTars(seed, material)) {
    const unpack = tarStream.extract();
    unpack.end(archive);
    for await (const entry of unpack) {
      if (entry.header.type !== 'file' || (entry.header.size ?? 0) > DEFAULT_LIMITS.text_file_bytes) entry.resume();
      else {
        const bytes = await buffer(entry);
        files.set(sha256(bytes), bytes);
      }
    }
  }
  return files;
}
