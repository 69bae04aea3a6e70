import type { Command } from 'commander';

interface CompareOptions {
  attemptA?: string;
  attemptB?: string;
  all?: boolean;
  unmasked?: boolean;
  json?: boolean;
}

/** `cleanslate compare`: what differs between two trials of a campaign. */
export function registerCompare(program: Command): void {
  program
    .command('compare')
    .description('says what differs between two trials: initial state, first divergent event, files, answer, score')
    .argument('<dir>', 'the campaign directory')
    .argument('<trial-a>', 'a trial id')
    .argument('<trial-b>', 'another, or the same with another attempt')
    .option('--attempt-a <n>', 'of the first trial, this attempt (default: the one that counts, else the last)')
    .option('--attempt-b <n>', 'of the second trial, this attempt')
    .option('--all', 'every difference, not the first of each kind')
    .option('--unmasked', 'also what differs by nature: ids, times, caches')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExits with 1 where something differs.\n\nExample:\n  cleanslate compare campaigns/demo oracle.short.handoff.run-1 stale.short.handoff.run-1\n')
    .action(async (dir: string, a: string, b: string, options: CompareOptions) => {
      const { readCampaign } = await import('../campaign/read-campaign.js');
      const { compareTrials } = await import('../campaign/compare-trials.js');
      const { formatCompared } = await import('../campaign/comparison-text.js');
      const { jsonText } = await import('./output/json.js');
      const compared = await compareTrials(await readCampaign(dir), [a, b], [options.attemptA, options.attemptB], options.unmasked);
      process.stdout.write(options.json ? jsonText(compared) : formatCompared(compared, options.all === true));
      process.exitCode = compared.equal ? 0 : 1;
    });
}
