import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inPackage } from '../../src/common/package-root.js';

/**
 * The built program in a directory of its own, in which one file may be changed: what it only reads are links to this checkout.
 * @returns the path of its `cleanslate.js`
 */
export function programCopy(folder: string, change: { file: string; edit: (text: string) => string }): string {
  for (const name of readdirSync(inPackage())) {
    if (name === 'dist' || name === 'bin') cpSync(inPackage(name), join(folder, name), { recursive: true });
    else symlinkSync(inPackage(name), join(folder, name));
  }
  const path = join(folder, change.file);
  const before = readFileSync(path, 'utf8');
  const after = change.edit(before);
  if (after === before) throw new TypeError(`${change.file} was not changed`);
  writeFileSync(path, after);
  return join(folder, 'bin', 'cleanslate.js');
}
