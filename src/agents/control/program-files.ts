import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentFile } from '../adapter.js';
import { HarnessError } from '../../common/errors.js';
import { inPackage } from '../../common/package-root.js';

/**
 * The program of the control agents as it is seeded below `programs`: the compiled modules of `program/`, and what makes Node take
 * them for ES modules. Always read from `dist/`, also when the harness itself runs from its sources, so that tests run what ships.
 * @throws HarnessError CLEANSLATE_NOT_BUILT
 */
export function programFiles(programs: string): AgentFile[] {
  const modules = compiled().map(({ name, content }) => file(`${programs}/${name}`, content));
  return [file(`${programs}/package.json`, Buffer.from('{ "type": "module" }\n')), ...modules];
}

const file = (path: string, content: Uint8Array): AgentFile => ({ path, content, mode: 0o644, owner: 'root' });

let read: { name: string; content: Buffer }[] | undefined;

function compiled(): { name: string; content: Buffer }[] {
  const folder = inPackage('dist', 'agents', 'control', 'program');
  try {
    read ??= readdirSync(folder).filter((name) => name.endsWith('.js')).sort().map((name) => ({ name, content: readFileSync(join(folder, name)) }));
  } catch (cause) {
    throw new HarnessError('CLEANSLATE_NOT_BUILT', 'the control agents are not built', { where: folder, hint: 'run `make build`', cause });
  }
  return read;
}
