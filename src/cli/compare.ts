import type { Command } from 'commander';

interface CompareOptions {
  attemptA?: string;
  attemptB?: string;
  all?: boolean;
  unmasked?: boolean;
  json?: boolean;
}

/** `cleanslate compare`: what differs between two trials of a campaign, or between two campaigns. */
export function registerCompare(program: Command): void {
  program
    .command('compare')
    .description('says what differs between two trials (initial state, first divergent event, files, answer, score), or what changed between two campaigns')
    .argument('<dir>', 'the campaign directory')
    .argument('<trial-or-dir>', 'a trial id; or another campaign directory, and nothing more')
    .argument('[trial]', 'another trial, or the same with another attempt')
    .option('--attempt-a <n>', 'of the first trial, this attempt (default: the one that counts, else the last)')
    .option('--attempt-b <n>', 'of the second trial, this attempt')
    .option('--all', 'every difference, not the first of each kind')
    .option('--unmasked', 'also what differs by nature: ids, times, caches')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExits with 1 where something differs.\n\nExample:\n  cleanslate compare campaigns/demo oracle.short.handoff.run-1 stale.short.handoff.run-1\n  cleanslate compare campaigns/index-2026-q3 campaigns/index-2026-q4\n')
    .action(async (dir: string, a: string, b: string | undefined, options: CompareOptions) => {
      if (b === undefined) return compareWhole(dir, a, options);
      const { readCampaign } = await import('../campaign/read-campaign.js');
      const { compareTrials } = await import('../campaign/compare-trials.js');
      const { formatCompared } = await import('../campaign/comparison-text.js');
      const { jsonText } = await import('./output/json.js');
      const compared = await compareTrials(await readCampaign(dir), [a, b], [options.attemptA, options.attemptB], options.unmasked);
      process.stdout.write(options.json ? jsonText(compared) : formatCompared(compared, options.all === true));
      process.exitCode = compared.equal ? 0 : 1;
    });
}

/** Two campaigns. @throws UserError where the second is none, or options of trials are given */
async function compareWhole(dir: string, other: string, { json, ...ofTrials }: CompareOptions): Promise<void> {
  const { readCampaign } = await import('../campaign/read-campaign.js');
  const { compareCampaigns } = await import('../campaign/compare-campaigns/compare.js');
  const { formatCampaigns } = await import('../campaign/compare-campaigns/text.js');
  const { jsonText } = await import('./output/json.js');
  const { UserError } = await import('../common/errors.js');
  const { existsSync } = await import('node:fs');
  const first = await readCampaign(dir);
  if (first.campaign.trials.includes(other) || !existsSync(other)) throw new UserError('CLEANSLATE_COMPARE', `${JSON.stringify(other)} is ${first.campaign.trials.includes(other) ? 'one trial' : 'no campaign directory'}: there is nothing to compare it with`, { hint: 'give two trial ids after the directory, or two campaign directories' });
  if (Object.keys(ofTrials).length > 0) throw new UserError('CLEANSLATE_COMPARE', 'attempts, `--all` and `--unmasked` are of trials, and two campaigns are compared here', { hint: 'leave these options out' });
  const compared = await compareCampaigns(first, await readCampaign(other));
  process.stdout.write(json ? jsonText(compared) : formatCampaigns(compared));
  process.exitCode = compared.changes.length === 0 ? 0 : 1;
}
