import { baseName, type SimpleCommand } from '../shell.js';

/** What make is told on its command line. */
export interface MakeCall {
  goals: string[];
  /** `NAME=value`. */
  variables: Map<string, string>;
  /** Where it is told to start, one after the other. */
  directories: string[];
  /** Empty where it looks for one of its own. */
  files: string[];
}

/** In the order in which make looks for them. */
export const MAKEFILES = ['GNUmakefile', 'makefile', 'Makefile'];

const ONLY_SAYS = new Set(['--dry-run', '--just-print', '--recon', '--question', '--touch', '--version', '--help']);
const WITH_VALUE = new Set(['--directory', '--file', '--makefile', '--include-dir', '--old-file', '--assume-old', '--what-if', '--new-file', '--assume-new', '--eval']);

/** Reads a call of make; undefined for another program, and for one that starts nothing (`-n`, `--version`). */
export function makeCall({ words: [program = '', ...words] }: SimpleCommand): MakeCall | undefined {
  if (!/^g?make$/.test(baseName(program))) return undefined;
  const call: MakeCall = { goals: [], variables: new Map(), directories: [], files: [] };
  const option = (name: string, value: string): void => {
    if (name === 'C' || name === '--directory') call.directories.push(value);
    else if (name === 'f' || name === '--file' || name === '--makefile') call.files.push(value);
  };
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (/^\d*[<>]/.test(word)) at += /[<>]$/.test(word) ? 1 : 0;
    else if (word.startsWith('--')) {
      const [name = '', value] = split(word);
      if (ONLY_SAYS.has(name)) return undefined;
      if (WITH_VALUE.has(name)) option(name, value ?? words[++at] ?? '');
    } else if (/^-./.test(word)) {
      const cluster = /^-([a-zA-Z]*?)([CfIoWEl])?(?:=?(.*))$/.exec(word) ?? [];
      const flags = cluster[2] === undefined ? word : (cluster[1] ?? '');
      if (/[nqtvh]/.test(flags)) return undefined;
      if (cluster[2] !== undefined) option(cluster[2], cluster[3] === '' || cluster[3] === undefined ? (words[++at] ?? '') : cluster[3]);
    } else if (/^[\w.-]+[:?+]*=/.test(word)) {
      const [name = '', value = ''] = split(word);
      call.variables.set(name.replace(/[:?+]+$/, ''), value);
    } else if (!/^\d+$/.test(word)) call.goals.push(word);
  }
  return call;
}

function split(word: string): [string, string?] {
  const at = word.indexOf('=');
  return at === -1 ? [word] : [word.slice(0, at), word.slice(at + 1)];
}
