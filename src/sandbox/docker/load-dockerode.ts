import { createRequire, Module } from 'node:module';
import type Docker from 'dockerode';

/** What dockerode requires as it loads, and from where, for what is never asked of it here: sessions of BuildKit (gRPC), and engines by SSH. */
const NEVER_USED = [
  { by: 'dockerode', path: 'dockerode/lib/session' },
  { by: 'docker-modem', path: 'docker-modem/lib/ssh' },
] as const;

/**
 * dockerode's class, without gRPC, Protocol Buffers and SSH: these are half of its 200 ms, and every command that asks for an engine
 * would pay them. A version that keeps these files elsewhere loads whole, as it is.
 */
export async function loadDockerode(): Promise<typeof Docker> {
  leaveOut();
  return (await import('dockerode')).default;
}

/** An entry in the cache of loaded modules is what `require` gives, whatever the file holds. One that was loaded before is left as it is. */
function leaveOut(): void {
  let from = createRequire(import.meta.url);
  for (const { by, path } of NEVER_USED) {
    try {
      from = createRequire(from.resolve(by));
      const file = from.resolve(path);
      from.cache[file] ??= standIn(file);
    } catch {
      return;
    }
  }
}

function standIn(file: string): NodeJS.Module {
  const module = new Module(file);
  module.loaded = true;
  module.exports = (): never => {
    throw new Error(`${file} is not loaded: see load-dockerode.ts`);
  };
  return module;
}
