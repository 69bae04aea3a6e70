import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentFile } from '../adapter.js';
import { HarnessError } from '../../common/errors.js';
import { inPackage } from '../../common/package-root.js';

/**
 * The program of the control agents as it is seeded below `programs`: the compiled modules of `program/`, the reading rules that they
 * share with the scripted model, and what makes Node take them for ES modules. All in one folder, so that nothing inside tells where
 * they come from. Always read from `dist/`, also when the harness itself runs from its sources, so that tests run what ships.
 * @throws HarnessError CLEANSLATE_NOT_BUILT
 */
export function programFiles(programs: string): AgentFile[] {
  const modules = compiled().map(({ name, content }) => file(`${programs}/${name}`, content));
  return [file(`${programs}/package.json`, Buffer.from('{ "type": "module" }\n')), ...modules];
}

const file = (path: string, content: Uint8Array): AgentFile => ({ path, content, mode: 0o644, owner: 'root' });

let read: { name: string; content: Buffer }[] | undefined;

function compiled(): { name: string; content: Buffer }[] {
  read ??= [...modulesOf('agents', 'control', 'program'), ...modulesOf('reading'), ...modulesOf('common').filter(({ name }) => name === 'digest.js')]
    .map(({ name, content }) => ({ name, content: Buffer.from(inOneFolder(content.toString('utf8'))) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  return read;
}

function modulesOf(...parts: string[]): { name: string; content: Buffer }[] {
  const folder = inPackage('dist', ...parts);
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.js')).map((name) => ({ name, content: readFileSync(join(folder, name)) }));
  } catch (cause) {
    throw new HarnessError('CLEANSLATE_NOT_BUILT', 'the control agents are not built', { where: folder, hint: 'run `make build`', cause });
  }
}

/** Imports of other rooms, as imports of the same folder. */
const inOneFolder = (module: string): string => module.replaceAll(/ from '(?:\.\.\/)+(?:reading|common)\//g, " from './");
