import { readFileSync } from 'node:fs';
import { inPackage } from '../../common/package-root.js';

/** The scripts that a page can have: each is one module of `report/browser/`. */
export type ScriptName = 'theme' | 'filters' | 'anchors' | 'folds' | 'zoom' | 'copy' | 'live';

const read = new Map<ScriptName, string>();

/** A script as it was compiled, ready to stand in a page. */
export function scriptText(name: ScriptName): string {
  const known = read.get(name);
  if (known !== undefined) return known;
  // No import and no export is left of a module that has none; a browser would take this line, too.
  const text = readFileSync(inPackage('dist', 'report', 'browser', `${name}.js`), 'utf8').replace(/^export \{\};\s*$/m, '').trim();
  read.set(name, text);
  return text;
}
