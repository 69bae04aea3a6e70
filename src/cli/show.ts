import type { Command } from 'commander';
import type { CampaignOnDisk } from '../campaign/read-campaign.js';
import { jsonText } from './output/json.js';

interface ShowOptions {
  attempt?: string;
  full?: boolean;
  json?: boolean;
}

/** Columns where nobody says how wide the terminal is: a file, a pipe. */
const COLUMNS = 200;

/** `cleanslate show`: a campaign, or one of its trials. */
export function registerShow(program: Command): void {
  program
    .command('show')
    .description('shows a campaign, or one trial: timeline, file changes, answer, score, validity')
    .argument('<dir>', 'the campaign directory')
    .argument('[trial]', 'a trial id, as the list of trials has it')
    .option('--attempt <n>', 'of the trial, this attempt (default: the one that counts, else the last)')
    .option('--full', 'of the trial, whole lines and every file, however many')
    .option('--json', 'print JSON')
    .addHelpText('after', `\nLines are cut to the width of the terminal, to ${String(COLUMNS)} columns elsewhere, and say how much is missing; --full cuts nothing.\n\nExample:\n  cleanslate show campaigns/demo oracle.short.handoff.run-1\n`)
    .action(async (dir: string, trial: string | undefined, options: ShowOptions) => {
      const { readCampaign } = await import('../campaign/read-campaign.js');
      const campaign = await readCampaign(dir);
      if (trial === undefined) return showCampaign(campaign, options);
      const { readTrial } = await import('../campaign/read-trial.js');
      const { formatTrial } = await import('../campaign/trial-text.js');
      const shown = await readTrial(campaign, trial, options.attempt);
      process.stdout.write(options.json ? jsonText(shown) : formatTrial(shown, { width: process.stdout.columns ?? COLUMNS, full: options.full === true }));
    });

  async function showCampaign(campaign: CampaignOnDisk, { json }: ShowOptions): Promise<void> {
    const { summarizeCampaign } = await import('../campaign/summary.js');
    const { formatSummary } = await import('../campaign/summary-text.js');
    const { trialStates } = await import('../campaign/trial-states.js');
    const [summary, trials] = [await summarizeCampaign(campaign), await trialStates(campaign)];
    if (json) return void process.stdout.write(jsonText({ summary, trials }));
    const width = Math.max(...trials.map(({ trial }) => trial.length));
    const rows = trials.map(({ trial, state, attempts, verdict }) => `${trial.padEnd(width)}  ${state.padEnd(11)} ${String(attempts).padStart(2)}  ${verdict}`.trimEnd());
    process.stdout.write(`${formatSummary(summary)}\n## Trials\n\n${rows.join('\n')}\n`);
  }
}
