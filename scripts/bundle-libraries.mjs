#!/usr/bin/env node
// Part of `npm run build`. Libraries come as hundreds of small modules, and Node takes about a millisecond of CPU to find and load each one:
// more than half of what a short command costs. So those that many commands load are bundled into dist/libraries/, one file each (beside what
// they share), and what was compiled imports them from there. Nothing of our own is bundled: a lock's digests stand for the files that run.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { build } from 'rolldown';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const folder = join(dist, 'libraries');

/** Of dependencies, those that many commands load, and have many modules or share them with such ones. */
const LIBRARIES = ['@observablehq/plot', 'chokidar', 'commander', 'diff', 'execa', 'linkedom', 'p-queue', 'picomatch', 'tar-fs', 'tar-stream', 'yaml', 'zod'];
const ENTRY = 'library:';
const fileOf = (library) => library.replace(/^@/, '').replaceAll('/', '-');

rmSync(folder, { recursive: true, force: true });
await build({
  input: Object.fromEntries(LIBRARIES.map((library) => [fileOf(library), `${ENTRY}${library}`])),
  cwd: root,
  platform: 'node',
  treeshake: false,
  plugins: [{ name: 'library-entries', resolveId: (id) => (id.startsWith(ENTRY) ? id : null), load: (id) => (id.startsWith(ENTRY) ? entryOf(id.slice(ENTRY.length)) : null) }],
  output: { dir: folder, format: 'esm', entryFileNames: '[name].js', chunkFileNames: 'shared-[name].js' },
});

const IMPORT = new RegExp(`((?:from|import\\()\\s*)'(${LIBRARIES.join('|')})'`, 'g');
for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
  if (name.endsWith('.js') && !name.startsWith(`libraries${sep}`)) importFromBundles(join(dist, name));
}

/** Exports by name whatever Node exports by name: a bundler knows those of a CommonJS module only by asking. */
async function entryOf(library) {
  const names = Object.keys(await import(library)).filter((name) => name !== 'module.exports');
  return `export { ${names.join(', ')} } from '${library}';`;
}

function importFromBundles(file) {
  const text = readFileSync(file, 'utf8');
  const bundled = text.replaceAll(IMPORT, (_, before, library) => `${before}'${specifier(dirname(file), library)}'`);
  if (bundled !== text) writeFileSync(file, bundled);
}

function specifier(from, library) {
  const path = relative(from, join(folder, `${fileOf(library)}.js`)).split(sep).join('/');
  return path.startsWith('.') ? path : `./${path}`;
}
