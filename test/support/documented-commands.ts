import type { Command } from 'commander';
import { buildProgram } from '../../src/cli/program.js';

/** Why a piece of code in a document is a command line of ours that cannot work; undefined where it can, or is none of ours. */
export function faultOf(code: string): string | undefined {
  const line = /^(?:\$ |[A-Z_]+=\S+ )*(?:node bin\/cleanslate\.js|cleanslate) (.+)$/.exec(code)?.[1];
  if (line === undefined) return undefined;
  const words = (line.split(/ (?:[|>#…]|&&)/)[0] ?? '').trim().split(/\s+/);
  const { command, rest } = resolve(buildProgram(), words);
  if (command.name() === 'cleanslate' && !rest.every((word) => word.startsWith('-'))) return `${code}: no verb ${rest[0] ?? ''}`;
  const known = ['--help', '--version', ...command.options.map(({ long }) => long)];
  const unknown = rest.map((word) => /^\[?(--[a-z-]+)/.exec(word)?.[1]).find((option) => option !== undefined && !known.includes(option));
  return unknown === undefined ? undefined : `${code}: no option ${unknown}`;
}

/** The verb that a command line names, down to a verb of a verb, and what follows it. */
function resolve(command: Command, words: readonly string[]): { command: Command; rest: readonly string[] } {
  const verb = command.commands.find((one) => one.name() === words[0]);
  return verb === undefined ? { command, rest: words } : resolve(verb, words.slice(1));
}
