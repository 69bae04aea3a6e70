import { basename, relative } from 'node:path';
import { shellWord } from '../common/shell-word.js';

/**
 * How this program is called by whoever called it: `cleanslate` where it is installed under that name, else `node` with the path of its
 * script from the folder it was called in, as in a checkout.
 */
export function calledAs(script = process.argv[1] ?? 'cleanslate', cwd = process.cwd()): string {
  const name = basename(script);
  if (!/\.[cm]?js$/.test(name)) return shellWord(name);
  return `node ${shellWord(relative(cwd, script))}`;
}
