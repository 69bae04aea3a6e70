import type { Command, Option } from 'commander';
import { valuesOf } from './values.js';

export interface Candidate {
  value: string;
  description: string;
}

export interface Candidates {
  values: Candidate[];
  /** The shell may offer file names where nothing fits. */
  files: boolean;
}

/**
 * What can stand where the last word is being typed.
 * @param words of the command line without the program's name; the last one is unfinished, and may be empty
 */
export function candidates(program: Command, words: readonly string[]): Candidates {
  const current = words.at(-1) ?? '';
  const { verb, operands, waiting } = readWords(program, words.slice(0, -1));
  const { values, files } = waiting ? known(waiting.attributeName(), waiting.argChoices, words) : current.startsWith('-') ? { values: optionsOf(verb), files: false } : ofOperand(verb, operands, words);
  return { values: values.filter(({ value }) => value.startsWith(current)), files };
}

interface Read {
  verb: Command;
  operands: string[];
  /** An option whose value comes next. */
  waiting: Option | undefined;
}

function readWords(program: Command, words: readonly string[]): Read {
  const read: Read = { verb: program, operands: [], waiting: undefined };
  for (const word of words) {
    if (read.waiting) read.waiting = undefined;
    else if (word.startsWith('-')) read.waiting = visibleOptions(read.verb).find(({ long, short, required, optional }) => (long === word || short === word) && (required || optional));
    else {
      const below = read.verb.commands.find((command) => command.name() === word);
      if (below) read.verb = below;
      else read.operands.push(word);
    }
  }
  return read;
}

function ofOperand(verb: Command, operands: readonly string[], words: readonly string[]): Candidates {
  if (verb.commands.length > 0) return { values: verb.createHelp().visibleCommands(verb).map((command) => ({ value: command.name(), description: command.description() })), files: false };
  const argument = verb.registeredArguments[operands.length] ?? verb.registeredArguments.findLast(({ variadic }) => variadic);
  if (argument === undefined) return { values: [], files: false };
  return known(argument.name(), argument.argChoices, words);
}

/** Values of a closed set, or those that there are just now. */
function known(name: string, choices: readonly string[] | undefined, words: readonly string[]): Candidates {
  const values = choices ?? valuesOf(name, words);
  return { values: values.map((value) => ({ value, description: '' })), files: choices === undefined };
}

const visibleOptions = (verb: Command): Option[] => verb.createHelp().visibleOptions(verb);
const optionsOf = (verb: Command): Candidate[] => visibleOptions(verb).flatMap(({ long, description }) => (long ? [{ value: long, description }] : []));
