import type { AgentAdapter, Command, Outcome, Places, Signal, StateEntry, Turn } from './adapter.js';
import type { CommandBlock } from './command-block.js';
import { decode, orNull } from './text.js';
import { lastAnswersObject } from '../common/answers-object.js';
import { UserError } from '../common/errors.js';

/** Longest single argument that Linux passes to a program, bytes (MAX_ARG_STRLEN less the closing NUL). */
const LONGEST_ARGUMENT = 131_071;

/** Any program. Nothing is known of its state but what the manifest declares, and nothing of its tools: its output is plain text. */
export function commandAdapter(block: CommandBlock): AgentAdapter {
  return {
    id: 'command',
    version: block.version,
    image: block.image,
    control: false,
    state: block.state as StateEntry[],
    knows: { state: false, tools: false },
    files: () => [],
    command: (turn, places) => commandLine(block, turn, places),
    parse: (line) => [{ type: 'message', result: line }],
    answer: (outcome) => findAnswer(block.answer, outcome),
    classify: failureSigns,
  };
}

function commandLine({ argv, prompt, env }: CommandBlock, turn: Turn, places: Places): Command {
  if (prompt === 'stdin') return { argv: [...argv], env, stdin: Buffer.from(turn.prompt) };
  if (prompt === 'argument') return { argv: withArgument(argv, turn.prompt), env };
  const file = insidePath(prompt.slice('file:'.length), places);
  // The shell writes the file, so that every turn can have one, in a running sandbox too; then it becomes the program.
  const write = 'mkdir -p -- "${0%/*}" && cat >"$0" && exec "$@"';
  return { argv: ['/bin/sh', '-c', write, file, ...argv.map((text) => text.replaceAll('{prompt_file}', () => file))], env, stdin: Buffer.from(turn.prompt) };
}

function withArgument(argv: readonly string[], prompt: string): string[] {
  const given = argv.some((text) => text.includes('{prompt}')) ? argv.map((text) => text.replaceAll('{prompt}', () => prompt)) : [...argv, prompt];
  if (!given.every((text) => Buffer.byteLength(text) <= LONGEST_ARGUMENT)) {
    throw new UserError('CLEANSLATE_PROMPT_TOO_LONG', `the prompt is longer than an argument can be (${String(LONGEST_ARGUMENT)} bytes)`, {
      where: 'command.prompt',
      hint: 'use `stdin` or `file:PATH`',
    });
  }
  return given;
}

const insidePath = (path: string, places: Places): string =>
  path.startsWith('~/') ? `${places.home}/${path.slice(2)}` : `${places.workspace}/${path}`;

async function findAnswer(form: string, outcome: Outcome): Promise<string | null> {
  // A part of an answer is none.
  if (form === 'stdout') return outcome.stdout_cut === true ? null : orNull(decode(outcome.stdout));
  if (form === 'json') return lastAnswersObject(decode(outcome.stdout)) ?? null;
  const bytes = await outcome.file(form.slice('file:'.length));
  return bytes === undefined ? null : orNull(decode(bytes));
}

function failureSigns({ exit_code, stdout }: Outcome): Signal[] {
  const silent = stdout.length === 0;
  // 126 and 127 are how shells and engines say that there is no such program: a fault of manifest or image.
  if (silent && (exit_code === 126 || exit_code === 127)) return [{ blame: 'harness', kind: 'program-missing', message: `the program could not be started (exit ${String(exit_code)})` }];
  if (exit_code !== null && exit_code !== 0) return [{ blame: 'agent', kind: 'exit-code', message: `the program ended with exit code ${String(exit_code)}` }];
  return [];
}
