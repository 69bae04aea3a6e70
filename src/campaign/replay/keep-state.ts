import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Inventory } from '../../common/inventory.js';
import type { Sandbox, SandboxProvider } from '../../sandbox/sandbox.js';

/**
 * A provider whose sandboxes leave the files of home and workspace behind when they go, as `after-session-<k>.tar`: names
 * that an agent chose stay inside an archive.
 */
export function keepingState(provider: SandboxProvider, folder: string): SandboxProvider {
  let made = 0;
  return instead(provider, {
    create: async (spec) => {
      made += 1;
      return keeping(await provider.create(spec), join(folder, `after-session-${String(made)}.tar`));
    },
  });
}

/** The last inventory that was taken is that of what is left. */
function keeping(sandbox: Sandbox, file: string): Sandbox {
  let left: Inventory | undefined;
  let saved: Promise<void> | undefined;
  return instead(sandbox, {
    inventory: async (...given) => (left = await sandbox.inventory(...given)),
    // Before the harness leaves anything of its own.
    plant: async (...given) => {
      await (saved ??= save(sandbox, left, file));
      await sandbox.plant(...given);
    },
    destroy: () => (saved ??= save(sandbox, left, file)).finally(() => sandbox.destroy()),
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

async function save(sandbox: Sandbox, left: Inventory | undefined, file: string): Promise<void> {
  // What never began has left nothing.
  if (!left) return;
  const paths = left.entries.filter(({ type }) => type === 'file' || type === 'symlink' || type === 'fifo').map(({ path }) => path);
  await sandbox.kill();
  await pipeline(await sandbox.read(paths), createWriteStream(file));
}
