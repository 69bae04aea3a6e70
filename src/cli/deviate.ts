import type { Command } from 'commander';
import { jsonText } from './output/json.js';

/** `cleanslate deviate`: an evaluator records what was done otherwise than the protocol says. */
export function registerDeviate(program: Command): void {
  program
    .command('deviate')
    .description('records a deviation from the protocol, which stands beside the results from then on and changes none')
    .argument('<dir>', 'the campaign directory')
    .requiredOption('--note <text>', 'what was done otherwise, and why')
    .requiredOption('--by <name>', 'who says so')
    .option('--json', 'print JSON')
    .addHelpText('after', "\nExample:\n  cleanslate deviate campaigns/demo --note 'the last ten runs were made a day later' --by 'Mara Lind'\n")
    .action(async (dir: string, { note, by, json }: { note: string; by: string; json?: boolean }) => {
      const { systemClock } = await import('../common/clock.js');
      const { deviate } = await import('../campaign/acts/deviate.js');
      const act = await deviate(dir, { text: note, by }, systemClock);
      process.stdout.write(json ? jsonText(act) : 'recorded\n');
    });
}
