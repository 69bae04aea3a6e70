import type { Command } from 'commander';
import { buildProgram } from '../../src/cli/program.js';

/** The words of a command line of ours in a piece of code, up to a pipe, a redirection or a comment; undefined where it is none. */
function wordsOf(code: string): string[] | undefined {
  const line = /^(?:\$ |[A-Z_]+=\S+ )*(?:node bin\/cleanslate\.js|cleanslate) (.+)$/.exec(code)?.[1];
  return line === undefined ? undefined : (line.split(/ (?:[|>#…]|&&)/)[0] ?? '').trim().split(/\s+/);
}

/** Why a piece of code in a document is a command line of ours that cannot work; undefined where it can, or is none of ours. */
export function faultOf(code: string): string | undefined {
  const words = wordsOf(code);
  if (words === undefined) return undefined;
  const { command, rest } = resolve(buildProgram(), words);
  if (command.name() === 'cleanslate' && !rest.every((word) => word.startsWith('-'))) return `${code}: no verb ${rest[0] ?? ''}`;
  const known = ['--help', '--version', ...command.options.map(({ long }) => long)];
  const unknown = optionsIn(rest).find((option) => !known.includes(option));
  return unknown === undefined ? undefined : `${code}: no option ${unknown}`;
}

/** What a command line asks for: its verb, down to a verb of a verb, with each of its options. */
export interface Asked {
  verb: string;
  options: ReadonlySet<string>;
  /** Of a synopsis, those that stand in brackets. */
  optional: readonly string[];
}

/** The command of ours in a piece of code, or in the words of one; undefined where there is none. */
export function commandOf(code: string | readonly string[]): Asked | undefined {
  const words = typeof code === 'string' ? wordsOf(code) : code;
  if (words === undefined) return undefined;
  const { command, rest } = resolve(buildProgram(), words);
  const names: string[] = [];
  for (let one: Command | null = command; one?.parent; one = one.parent) names.unshift(one.name());
  return { verb: names.join(' '), options: new Set(optionsIn(rest.filter((word) => !word.startsWith('[')))), optional: optionsIn(rest.filter((word) => word.startsWith('['))) };
}

const optionsIn = (words: readonly string[]): string[] => words.flatMap((word) => /^\[?(--[a-z-]+)/.exec(word)?.[1] ?? []);

/** The verb that a command line names, down to a verb of a verb, and what follows it. */
function resolve(command: Command, words: readonly string[]): { command: Command; rest: readonly string[] } {
  const verb = command.commands.find((one) => one.name() === words[0]);
  return verb === undefined ? { command, rest: words } : resolve(verb, words.slice(1));
}
