import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/**
 * Control agents run as compiled modules, in tests too. Before any test this compiles them where a source is newer than what was built,
 * so that `vitest` alone never runs yesterday's program. `make test` has built everything by then, and this does nothing.
 */
export default function buildProgram(): void {
  const sources = newest(join(root, 'src/agents/control/program'), /(?<!\.test)\.ts$/);
  const built = oldest(join(root, 'dist/agents/control/program'), /\.js$/);
  if (built !== undefined && built >= sources) return;
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', join(root, 'tsconfig.program.json')], { stdio: 'inherit' });
}

const times = (folder: string, name: RegExp): number[] =>
  readdirSync(folder).filter((file) => name.test(file)).map((file) => statSync(join(folder, file)).mtimeMs);

const newest = (folder: string, name: RegExp): number => Math.max(...times(folder, name));

function oldest(folder: string, name: RegExp): number | undefined {
  try {
    const all = times(folder, name);
    return all.length === 0 ? undefined : Math.min(...all);
  } catch {
    return undefined;
  }
}
