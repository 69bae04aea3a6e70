import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute path of something in this package (`fixtures/…`, `images/…`), the same from `src/` and from `dist/`. */
export const inPackage = (...parts: string[]): string => join(packageRoot(), ...parts);

export const packageVersion = (): string =>
  (JSON.parse(readFileSync(inPackage('package.json'), 'utf8')) as { version: string }).version;

function packageRoot(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (folder === dirname(folder)) throw new Error('package.json not found above the program');
  }
}
