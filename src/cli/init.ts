import type { Command } from 'commander';
import type { StarterChoice } from './init/write-starter.js';

/** `cleanslate init`: a first manifest, to be run at once and then changed. */
export function registerInit(program: Command): void {
  program
    .command('init')
    .description('writes a first manifest, which runs as it is; it replaces no file')
    .argument('[manifest]', 'where to write it', 'cleanslate.yaml')
    .option('--agent <agent...>', 'what to compare, as `agents` lists it, `command` for a program of yours, or `model` (default: two control agents)')
    .option('--battery <name>', 'ask the tasks of this battery, not those of a scenario')
    .option('--workspace <dir>', 'your project, which the notes are laid over (default: a small service that comes along)')
    .addHelpText('after', '\nExample:\n  cleanslate init --agent codex claude-code\n')
    .action(async (file: string, choice: StarterChoice) => {
      const { writeStarter } = await import('./init/write-starter.js');
      await writeStarter(file, choice);
      process.stdout.write(`${file} is written; next: cleanslate run ${file} --dry-run, then without --dry-run\n`);
    });
}
