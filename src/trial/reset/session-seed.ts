import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { extract, pack } from 'tar-stream';
import type { Material } from '../../evidence/material.js';
import { BYTES_AS_TEXT, nameOf, pathOf, targetOf } from '../../sandbox/unpack/tar-names.js';
import { joinTars } from '../seed/tar.js';
import type { SeedMaterial } from '../planned.js';

/** What one session starts from, all of it in the campaign's material. `reset.json` repeats it, so that the state can be made again. */
export interface SessionSeed extends SeedMaterial {
  /** Tar of what the session before left and this one is given; null where it is given nothing. */
  carried: string | null;
  /** Tar of what its task lays over the workspace before it; absent where it lays nothing. */
  laid?: string;
  /** Paths of the first two that are left out, sorted: what was carried takes their place. */
  without: readonly string[];
}

export const firstSeed = (seed: SeedMaterial): SessionSeed => ({ ...seed, carried: null, without: [] });

/** The tars of a seed, the more specific last: where two of them have the same path, the later one's holds. */
export async function seedTars(seed: SessionSeed, material: Material): Promise<Buffer[]> {
  const without = new Set(seed.without);
  const base = await Promise.all([seed.workspace, seed.agent].map(async (digest) => leftOut(await material.get(digest), without)));
  const over = [seed.carried, seed.laid].filter((digest) => typeof digest === 'string');
  return [...base, ...(await Promise.all(over.map((digest) => material.get(digest))))];
}

/** One tar of several. */
export function joinAll(tars: readonly Buffer[]): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  const [first = Buffer.alloc(0), ...rest] = tars;
  return rest.reduce<AsyncIterable<Uint8Array> | Iterable<Uint8Array>>((joined, tar) => joinTars(joined, tar), [first]);
}

async function leftOut(tar: Buffer, without: ReadonlySet<string>): Promise<Buffer> {
  if (without.size === 0) return tar;
  const source = extract(BYTES_AS_TEXT);
  const target = pack();
  const whole = buffer(target as unknown as Readable);
  source.end(tar);
  for await (const entry of source) {
    const { header } = entry;
    if (without.has(pathOf(header))) entry.resume();
    else {
      const link = header.type === 'symlink' || header.type === 'link' ? { linkname: targetOf(header).toString() } : {};
      target.entry({ ...header, ...link, pax: null, name: nameOf(header).toString() }, await buffer(entry));
    }
  }
  target.finalize();
  return whole;
}
