import type { Command } from 'commander';
import { buildProgram } from '../program.js';
import type { Parts } from './generated.js';

/** Columns of the help texts, whatever the terminal is. */
const WIDTH = 110;

/** The generated part of docs/cli.md: the help of every verb, as it prints it. */
export function cliPart(): Parts {
  return { verbs: buildProgram().commands.flatMap((verb) => sections(verb, 'cleanslate')).join('\n\n') };
}

function sections(command: Command, parent: string): string[] {
  const name = `${parent} ${command.name()}`;
  const own = [`## ${name}`, '', '```text', helpOf(command), '```'].join('\n');
  return [own, ...command.commands.flatMap((sub) => sections(sub, name))];
}

function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({ writeOut: (more) => { text += more; }, getOutHelpWidth: () => WIDTH, getOutHasColors: () => false });
  command.outputHelp();
  return text.trim();
}
