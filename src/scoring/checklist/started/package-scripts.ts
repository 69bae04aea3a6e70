import { z } from 'zod';
import { baseName, type SimpleCommand } from '../shell.js';
import type { Line } from './makefile.js';

/** Which scripts of a package.json a package manager is told to run. */
export interface ScriptCall {
  manager: string;
  /** The script that is asked for by name: without it, nothing is run. Undefined for what the manager itself does. */
  main: string | undefined;
  /** That one and those that belong to it, in their order. */
  names: readonly string[];
  /** Whether a script is asked for in so many words: without a package.json it would fail. */
  asked: boolean;
  /** Words that the script is given behind its own. */
  extra: string;
  directory: string | undefined;
  /** One of several packages, or all of them. */
  anywhere: boolean;
}

const around = (name: string): string[] => [`pre${name}`, name, `post${name}`];
const INSTALL = [...around('install'), 'prepublish', ...around('prepare')];

/** What a manager does, and the scripts of the package that it runs with it. */
const ACTS: Readonly<Record<string, readonly string[]>> = {
  install: INSTALL, i: INSTALL, ci: INSTALL,
  version: around('version'),
  pack: ['prepack', 'prepare', 'postpack'],
  publish: ['prepublishOnly', 'prepack', 'prepare', 'postpack', 'publish', 'postpublish'],
};

/** Scripts that have a word of their own. */
const SHORT: Readonly<Record<string, string>> = { test: 'test', t: 'test', tst: 'test', start: 'start', stop: 'stop', restart: 'restart' };
const valueOf = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined => (Object.hasOwn(table, key) ? table[key] : undefined);

/** Words that are no scripts, whatever scripts there are. */
const OWN = /^(?:add|audit|cache|config|create|dlx|exec|info|init|link|list|ls|outdated|remove|rm|set|up|update|upgrade|why|x)$/;
const WITH_VALUE = /^(?:--prefix|-C|--dir|--cwd|-w|--workspace|--filter|-F)$/;
const PLACES = /^(?:--prefix|-C|--dir|--cwd)$/;
const ANYWHERE = /^(?:-w|--workspace|--workspaces|-ws|--filter|-F|-r|--recursive)$/;

/** Reads a call of npm, yarn, pnpm or bun; undefined for another program, and for one that runs no scripts of the package. */
export function scriptCall({ words: [program = '', ...words] }: SimpleCommand): ScriptCall | undefined {
  const manager = baseName(program);
  if (!/^(?:npm|yarn|pnpm|bun)$/.test(manager)) return undefined;
  let [directory, anywhere, at] = [undefined as string | undefined, false, 0];
  const said: string[] = [];
  for (; at < words.length && words[at] !== '--'; at++) {
    const [name = '', value] = (words[at] ?? '').split(/=(.*)/s, 2);
    // Behind a script's name, all managers but npm hand everything on.
    if (!name.startsWith('-') || (manager !== 'npm' && said.length > 1)) said.push(words[at] ?? '');
    const given = WITH_VALUE.test(name) ? (value ?? words[++at]) : undefined;
    if (PLACES.test(name)) directory = given;
    anywhere ||= ANYWHERE.test(name);
  }
  const rest = words.slice(at + 1);
  if (manager === 'yarn' && said[0] === 'workspace') {
    anywhere = true;
    said.splice(0, 2);
  }
  if (manager === 'yarn' && said.length === 0 && !words.includes('--version')) said.push('install');
  const [verb = '', ...more] = said;
  const where = { manager, directory, anywhere };
  const script = (main: string, extra: readonly string[], asked: boolean): ScriptCall =>
    ({ ...where, main, names: words.includes('--ignore-scripts') ? [main] : around(main), extra: extra.map(quoted).join(' '), asked });
  if (/^run(?:-script)?$/.test(verb)) return more[0] === undefined ? undefined : script(more[0], [...more.slice(1), ...rest], true);
  const short = manager === 'bun' ? undefined : valueOf(SHORT, verb);
  if (short !== undefined) return script(short, [...more, ...rest], true);
  const act = valueOf(ACTS, verb);
  // With names of packages, an installation runs nothing of this one.
  if (act !== undefined) return words.includes('--ignore-scripts') || (act === INSTALL && more.length > 0) ? undefined : { ...where, main: undefined, names: act, extra: '', asked: false };
  return manager === 'npm' || verb === '' || OWN.test(verb) ? undefined : script(verb, [...more, ...rest], false);
}

/** Quoted where a shell would take it apart. */
const quoted = (word: string): string => (/^[\w./=:@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

const packageFile = z.looseObject({ scripts: z.record(z.string(), z.unknown()).default({}) });

/** The lines that a package.json starts for a call: none where it has no such script, undefined where it cannot be read. */
export function scriptLines(text: string, { manager, main, names, extra }: ScriptCall): Line[] | undefined {
  const scripts = parsed(text);
  if (scripts === undefined) return undefined;
  const has = (name: string): boolean => typeof scripts[name] === 'string' && Object.hasOwn(scripts, name);
  const asked = main === 'restart' && !has(main) ? [...around('stop'), ...around('start')] : names;
  if (main !== undefined && asked === names && !has(main)) return [];
  // Only npm runs what comes before and after a script in every version and setting.
  return asked.filter(has).map((name) => ({ text: `${String(scripts[name])}${name === main && extra !== '' ? ` ${extra}` : ''}`, sure: name === main || manager === 'npm' }));
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    return packageFile.safeParse(JSON.parse(text.replace(/^\u{feff}/u, ''))).data?.scripts;
  } catch {
    return undefined;
  }
}
