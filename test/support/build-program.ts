import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** What is compiled to run inside sandboxes. */
const SHIPPED: readonly (readonly [folder: string, modules: RegExp])[] = [
  ['agents/control/program', /./],
  ['reading', /./],
  ['gateway/relay', /^relay\./],
];

/**
 * Control agents and the relay run as compiled modules, in tests too. Before any test this compiles them where a source is newer than what
 * was built, so that `vitest` alone never runs yesterday's program. `make test` has built everything by then, and this does nothing.
 */
export default function buildProgram(): void {
  if (SHIPPED.every(([folder, modules]) => isFresh(folder, modules))) return;
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', join(root, 'tsconfig.program.json')], { stdio: 'inherit' });
}

function isFresh(folder: string, modules: RegExp): boolean {
  const named = (ending: RegExp) => (name: string): boolean => ending.test(name) && modules.test(name);
  const built = oldest(join(root, 'dist', folder), named(/\.js$/));
  return built !== undefined && built >= newest(join(root, 'src', folder), named(/(?<!\.test)\.ts$/));
}

type Named = (name: string) => boolean;

const times = (folder: string, named: Named): number[] =>
  readdirSync(folder).filter(named).map((file) => statSync(join(folder, file)).mtimeMs);

const newest = (folder: string, named: Named): number => Math.max(...times(folder, named));

function oldest(folder: string, named: Named): number | undefined {
  try {
    const all = times(folder, named);
    return all.length === 0 ? undefined : Math.min(...all);
  } catch {
    return undefined;
  }
}
