import type { Command } from 'commander';
import { seconds, wholeNumber } from './numbers.js';
import { caseOf, needed, withScenarioOptions, type ScenarioOptions } from './scenario-options.js';

interface RecordOptions extends ScenarioOptions {
  response?: string;
  results?: string;
  model?: string;
  provider?: string;
  trial?: string;
  latency?: string;
  inputTokens?: string;
  outputTokens?: string;
  json?: boolean;
}

/** `cleanslate record`: one trial, with its raw response and score, as a line of a results file. */
export function registerRecord(program: Command): void {
  withScenarioOptions(program.command('record'))
    .description('scores a response and appends it, whatever its score, to a results file')
    .option('--response <path>', 'the final answer as it came; - for standard input')
    .option('--results <path>', 'the JSON Lines file to append to')
    .option('--model <id>', "the provider's exact model identifier")
    .option('--provider <name>', 'who served the model')
    .option('--trial <n>', 'index of the trial, from 1')
    .option('--latency <seconds>', 'measured latency')
    .option('--input-tokens <n>', 'if the provider reports them')
    .option('--output-tokens <n>', 'if the provider reports them')
    .option('--json', 'print the recorded line')
    .addHelpText(
      'after',
      '\nExample:\n  cleanslate record --scenario long --profile contextos --response response.json --results trials.jsonl \\\n    --model MODEL_ID --provider PROVIDER --trial 1 --latency 2.4 --input-tokens 900 --output-tokens 120\n',
    )
    .action(record);
}

async function record(options: RecordOptions): Promise<void> {
  const response = needed(options.response, '--response', 'the file with the final answer');
  const results = needed(options.results, '--results', 'the JSON Lines file to append to');
  const facts = trialFacts(options);
  const selected = await caseOf(options);
  const [{ readResponse }, { scoreCase }, { preparePrompt, promptSha256 }, { appendLine }] = await Promise.all([
    import('./read-response.js'),
    import('../scoring/score.js'),
    import('../scenario/prepare.js'),
    import('./append-line.js'),
  ]);
  const raw_response = await readResponse(response);
  const score = scoreCase(selected, raw_response);
  const { scenario, profile } = selected;
  const { model_id, provider, trial_index, ...measured } = facts;
  const prompt_sha256 = promptSha256(preparePrompt(selected));
  const line = JSON.stringify({ scenario, profile, model_id, provider, trial_index, prompt_sha256, raw_response, score, ...measured });
  appendLine(results, line);
  const outcome = score.format_failure ?? `${String(score.grounded_correct)} of ${String(score.questions)} answers grounded and correct`;
  process.stderr.write(`recorded trial ${String(trial_index)} in ${results}: ${outcome}\n`);
  if (options.json) process.stdout.write(`${line}\n`);
}

function trialFacts(options: RecordOptions) {
  const tokens = (text: string | undefined, option: string): number | null => (text === undefined ? null : wholeNumber(text, option, 0));
  return {
    model_id: needed(options.model, '--model', "the provider's model identifier"),
    provider: needed(options.provider, '--provider', 'who served the model'),
    trial_index: wholeNumber(needed(options.trial, '--trial', 'the index of the trial, from 1'), '--trial', 1),
    latency_seconds: seconds(needed(options.latency, '--latency', 'the measured seconds'), '--latency'),
    input_tokens: tokens(options.inputTokens, '--input-tokens'),
    output_tokens: tokens(options.outputTokens, '--output-tokens'),
  };
}
