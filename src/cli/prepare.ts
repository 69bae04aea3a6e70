import type { Command } from 'commander';
import { jsonText } from './output/json.js';
import { caseOf, withScenarioOptions, type ScenarioOptions } from './scenario-options.js';

interface PrepareOptions extends ScenarioOptions {
  json?: boolean;
}

/** `cleanslate prepare`: the prompt of a scenario under a profile; or of a campaign, what a person has to do for a trial. */
export function registerPrepare(program: Command): void {
  withScenarioOptions(program.command('prepare'))
    .description('prints the prompt of a scenario under a profile: rules, then sources and questions as JSON; or, given a campaign, what a person has to do for one of its trials')
    .argument('[dir]', 'a campaign directory')
    .argument('[trial]', 'of the campaign, a trial that a person carries out (default: list those that wait)')
    .option('--json', 'print the prompt with its digest, or the trial, as JSON')
    .addHelpText('after', '\nExamples:\n  cleanslate prepare --scenario long --profile handoff > prompt.txt\n  cleanslate prepare campaigns/web chatgpt.short.handoff.run-1\n')
    .action(async (dir: string | undefined, trial: string | undefined, options: PrepareOptions) => {
      if (dir === undefined) return preparePromptOf(options);
      const { UserError } = await import('../common/errors.js');
      const extra = Object.entries({ '--scenario': options.scenario, '--scenario-file': options.scenarioFile, '--profile': options.profile }).find(([, value]) => value !== undefined);
      if (extra) throw new UserError('CLEANSLATE_OPTIONS', `${extra[0]} is for a scenario alone, and ${dir} is a campaign`, { hint: 'give either a campaign and a trial, or a scenario and a profile' });
      return trial === undefined ? listWaiting(dir, options) : prepareTrial(dir, trial, options);
    });
}

async function preparePromptOf(options: PrepareOptions): Promise<void> {
  const selected = await caseOf(options);
  const { preparePrompt, promptSha256 } = await import('../scenario/prepare.js');
  const prompt = preparePrompt(selected);
  const { scenario, profile } = selected;
  const result = { scenario, profile, prompt_sha256: promptSha256(prompt), prompt };
  process.stdout.write(options.json ? jsonText(result) : `${prompt}\n`);
}

async function listWaiting(dir: string, { json }: PrepareOptions): Promise<void> {
  const { readCampaign } = await import('../campaign/read-campaign.js');
  const { waitingTrials } = await import('../campaign/by-hand/complete.js');
  const waiting = await waitingTrials(await readCampaign(dir));
  const lines = waiting.map(({ trial, attached, sessions }) => `${trial}  ${String(attached)} of ${String(sessions)} sessions attached\n`);
  process.stdout.write(json ? jsonText(waiting) : lines.join('') || 'No trial waits for a person.\n');
}

async function prepareTrial(dir: string, id: string, { json }: PrepareOptions): Promise<void> {
  const { readCampaign } = await import('../campaign/read-campaign.js');
  const { handTrial } = await import('../campaign/by-hand/trial.js');
  const { sheetDir, sheetOf, writeSheet } = await import('../campaign/by-hand/sheet.js');
  const trial = await handTrial(await readCampaign(dir), id);
  const sheet = sheetOf(trial, dir);
  await writeSheet(dir, id, sheet);
  const { manual, mode, sessions } = trial;
  process.stdout.write(json ? jsonText({ trial: id, manual, mode, sessions, files: [...sheet.files.keys()], folder: sheetDir(dir, id) }) : sheet.text);
}
