import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { begun } from '../../common/begun.js';
import type { Inventory } from '../../common/inventory.js';
import { isPacked, lookInside } from '../../gateway/redact/packed.js';
import type { Scrubber } from '../../gateway/redact/scrubber.js';
import { streamScrub } from '../../gateway/redact/stream-scrub.js';
import type { Sandbox, SandboxProvider } from '../../sandbox/sandbox.js';
import { tarFiles } from '../../trace/tar-files.js';

/**
 * A provider whose sandboxes leave the files of home and workspace behind when they go, as `after-session-<k>.tar`: names
 * that an agent chose stay inside an archive. Credentials are masked in it by as many bytes, and what cannot be masked is left out.
 */
export function keepingState(provider: SandboxProvider, folder: string, scrubber: Scrubber): SandboxProvider {
  let made = 0;
  return instead(provider, {
    create: async (spec) => {
      made += 1;
      return keeping(await provider.create(spec), join(folder, `after-session-${String(made)}.tar`), scrubber);
    },
  });
}

/** The last inventory that was taken is that of what is left. */
function keeping(sandbox: Sandbox, file: string, scrubber: Scrubber): Sandbox {
  let left: Inventory | undefined;
  let saved: Promise<void> | undefined;
  return instead(sandbox, {
    inventory: async (...given) => (left = await sandbox.inventory(...given)),
    // Before the harness leaves anything of its own.
    plant: async (...given) => {
      await (saved ??= save(sandbox, left, file, scrubber));
      await sandbox.plant(...given);
    },
    destroy: () => (saved ??= save(sandbox, left, file, scrubber)).finally(() => sandbox.destroy()),
  });
}

/** An object with some of its methods replaced; all others still see the object itself, private members included. */
const instead = <T extends object>(object: T, methods: Partial<T>): T =>
  new Proxy(object, {
    get(target, name) {
      const value: unknown = Reflect.get(name in methods ? methods : target, name);
      return typeof value === 'function' ? (value.bind(name in methods ? methods : target) as unknown) : value;
    },
  });

async function save(sandbox: Sandbox, left: Inventory | undefined, file: string, scrubber: Scrubber): Promise<void> {
  // What never began has left nothing.
  if (!left) return;
  const kept = left.entries.filter(({ type, path, link = '' }) => (type === 'file' || type === 'symlink' || type === 'fifo') && scrubber.find(`${path}\n${link}`) === undefined);
  const paths = kept.map(({ path }) => path);
  await sandbox.kill();
  const closed = await packedWithCredential(sandbox, paths, scrubber);
  await pipeline(await sandbox.read(paths.filter((path) => !closed.has(path))), streamScrub(scrubber, undefined, true), createWriteStream(file));
}

async function packedWithCredential(sandbox: Sandbox, paths: readonly string[], scrubber: Scrubber): Promise<Set<string>> {
  const found = new Set<string>();
  for await (const { path, bytes } of tarFiles(await sandbox.read(paths))) {
    const { head, whole } = await begun(bytes);
    if (!isPacked(head)) for await (const _ of whole);
    else if ((await lookInside(await buffer(Readable.from(whole)), scrubber)) === 'credential') found.add(path);
  }
  return found;
}
