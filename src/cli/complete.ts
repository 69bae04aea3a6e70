import { type Command, Argument } from 'commander';

const SHELLS = ['bash', 'zsh', 'fish', 'powershell'];
/** What the scripts of @bomb.sh/tab read last: whether the shell may offer file names of its own. */
const FILES = ':0';
const NO_FILES = ':4';

/** `cleanslate complete`: the completion script of a shell, and, after `--`, what that script asks for while one types. */
export function registerComplete(program: Command): void {
  program
    .command('complete')
    .description('prints the completion script of a shell')
    .addArgument(new Argument('[shell]', 'the shell').choices(SHELLS))
    .addHelpText('after', '\nThe script for bash needs the package bash-completion.\n\nExample:\n  source <(cleanslate complete bash)\n')
    .action(async (shell = 'bash') => {
      const { script } = await import('@bomb.sh/tab');
      script(shell, 'cleanslate', 'cleanslate');
    });
}

/** The words that a shell wants to go on with, where it is one that asks; undefined where a person runs the program. */
export function wordsOfShell([verb, dashes, ...words]: readonly string[]): string[] | undefined {
  return verb === 'complete' && dashes === '--' ? words : undefined;
}

/** A line for each candidate, with its description after a tab, and the line that ends them. */
export async function completionText(program: Command, words: readonly string[]): Promise<string> {
  const { candidates } = await import('./completion/candidates.js');
  const { values, files } = candidates(program, words);
  return [...values.map(({ value, description }) => `${value}\t${description}`), files ? FILES : NO_FILES, ''].join('\n');
}
