import { buffer } from 'node:stream/consumers';
import tarStream from 'tar-stream';
import { textOf } from '../../trace/patches.js';

/** Larger files hold no notes; and git's objects are no text. */
const MAX_BYTES = 1 << 20;

/**
 * Whether a text stands in what an attempt was seeded with or asked: such text is never masked.
 * @param seeds tars of home and workspace, as far as they can be read
 * @param prompts texts
 */
export async function seededText(seeds: readonly Uint8Array[], prompts: readonly string[]): Promise<(text: string) => boolean> {
  const texts = [...prompts];
  for (const seed of seeds) texts.push(...(await textsIn(seed)));
  const all = texts.join('\n');
  const known = new Map<string, boolean>();
  return (text) => {
    const found = known.get(text) ?? all.includes(text);
    known.set(text, found);
    return found;
  };
}

async function textsIn(seed: Uint8Array): Promise<string[]> {
  const texts: string[] = [];
  const unpack = tarStream.extract();
  unpack.end(Buffer.from(seed.buffer, seed.byteOffset, seed.byteLength));
  for await (const entry of unpack) {
    const { type, size = 0, name } = entry.header;
    const text = type === 'file' && size <= MAX_BYTES && !name.includes('/.git/') ? textOf(await buffer(entry)) : (entry.resume(), undefined);
    if (text !== undefined) texts.push(text);
  }
  return texts;
}
