import type { Command } from 'commander';
import { caseOf, needed, withScenarioOptions, type ScenarioOptions } from './scenario-options.js';
import { jsonText } from './output/json.js';

/** `cleanslate score`: exit 0 where all answers are grounded and correct, 1 where one is not, 2 where none could be read. */
export function registerScore(program: Command): void {
  withScenarioOptions(program.command('score'))
    .description('scores a response and prints the score as JSON')
    .option('--response <path>', 'the final answer in JSON; - for standard input')
    .option('--json', 'print JSON, as it does anyway')
    .addHelpText('after', '\nExample:\n  cleanslate score --scenario short --profile contextos --response response.json\n')
    .action(async (options: ScenarioOptions & { response?: string }) => {
      const path = needed(options.response, '--response', 'the file with the final answer');
      const selected = await caseOf(options);
      const [{ readResponse }, { scoreCase }] = await Promise.all([import('./read-response.js'), import('../scoring/score.js')]);
      const score = scoreCase(selected, await readResponse(path));
      process.stdout.write(jsonText(score));
      if (score.format_failure !== null) process.stderr.write(`cleanslate: ${path}: cannot be scored: ${score.format_failure}\n`);
      process.exitCode = score.format_failure !== null ? 2 : score.grounded_correct === score.questions ? 0 : 1;
    });
}
