import type { Command } from 'commander';
import { jsonText } from './output/json.js';

/** `cleanslate clean`: removes what dead harnesses left behind. */
export function registerClean(program: Command): void {
  program
    .command('clean')
    .description('removes sandboxes that dead harnesses left; what a living one uses is never touched')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  cleanslate clean\n')
    .action(async ({ json }: { json?: boolean }) => {
      const { reapEverywhere } = await import('../campaign/clean.js');
      const removed = await reapEverywhere();
      if (json) process.stdout.write(jsonText(removed));
      else process.stdout.write(removed.length === 0 ? 'nothing was left behind\n' : `${removed.join('\n')}\n`);
    });
}
