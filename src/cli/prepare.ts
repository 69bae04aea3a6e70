import type { Command } from 'commander';
import { caseOf, withScenarioOptions, type ScenarioOptions } from './scenario-options.js';
import { jsonText } from './output/json.js';

/** `cleanslate prepare`: the prompt of a scenario under a profile. */
export function registerPrepare(program: Command): void {
  withScenarioOptions(program.command('prepare'))
    .description('prints the prompt of a scenario under a profile: rules, then sources and questions as JSON')
    .option('--json', 'print the prompt with its digest, as JSON')
    .addHelpText('after', '\nExample:\n  cleanslate prepare --scenario long --profile handoff > prompt.txt\n')
    .action(async (options: ScenarioOptions & { json?: boolean }) => {
      const selected = await caseOf(options);
      const { preparePrompt, promptSha256 } = await import('../scenario/prepare.js');
      const prompt = preparePrompt(selected);
      const { scenario, profile } = selected;
      const result = { scenario, profile, prompt_sha256: promptSha256(prompt), prompt };
      process.stdout.write(options.json ? jsonText(result) : `${prompt}\n`);
    });
}
