import { CommanderError } from 'commander';
import { CleanslateError, messageOf } from '../common/errors.js';
import { visible } from '../common/visible.js';
import { completionText, wordsOfShell } from './complete.js';
import { buildProgram } from './program.js';

/**
 * Runs one command line and gives the process's exit code (contract, "Exit codes"):
 * 0 done, 1 a score or check failed, 2 the user's mistake, 3 harness or engine failure, 130 interrupted.
 */
export async function main(argv: readonly string[]): Promise<number> {
  endQuietlyWhenNobodyReads(process.stdout);
  try {
    const typed = wordsOfShell(argv.slice(2));
    if (typed) process.stdout.write(await completionText(buildProgram(), typed));
    else await buildProgram().parseAsync([...argv]);
    return Number(process.exitCode ?? 0);
  } catch (error) {
    return report(error);
  }
}

function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof CleanslateError) {
    error.lines.forEach(printError);
    printTrace(error);
    return error.exitCode;
  }
  printError(`unexpected: ${messageOf(error).split('\n')[0] ?? ''}; please report it, with CLEANSLATE_DEBUG=1 for the trace`);
  printTrace(error);
  return 3;
}

const printError = (line: string): void => void process.stderr.write(`cleanslate: ${visible(line)}\n`);

function printTrace(error: unknown): void {
  if (process.env['CLEANSLATE_DEBUG'] && error instanceof Error) process.stderr.write(`${error.stack ?? ''}\n`);
}

/** `cleanslate … | head` closes our output early: that is not an error. */
function endQuietlyWhenNobodyReads(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(process.exitCode ?? 0);
    throw error;
  });
}
