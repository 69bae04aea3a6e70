import { type Command, Option } from 'commander';
import { EVALUATOR_REASONS, type EvaluatorReason } from '../evidence/evaluator-reasons.js';
import { jsonText } from './output/json.js';

interface InvalidateOptions {
  reason: EvaluatorReason;
  note?: string;
  by: string;
  json?: boolean;
}

/** `cleanslate invalidate`: an evaluator takes back an attempt that counted. */
export function registerInvalidate(program: Command): void {
  program
    .command('invalidate')
    .description("takes back a trial's attempt that counts, with its score kept beside it; the next `run` tries the trial again")
    .argument('<dir>', 'the campaign directory')
    .argument('<trial>', 'a trial id, as `show` lists them')
    .addOption(new Option('--reason <reason>', 'why').choices(EVALUATOR_REASONS).makeOptionMandatory())
    .requiredOption('--by <name>', 'who decides')
    .option('--note <text>', 'what a reader needs to know')
    .option('--json', 'print JSON')
    .addHelpText('after', "\nExample:\n  cleanslate invalidate campaigns/demo oracle.short.handoff.run-1 --reason outage --by 'Mara Lind'\n")
    .action(async (dir: string, trial: string, { reason, note, by, json }: InvalidateOptions) => {
      const { systemClock } = await import('../common/clock.js');
      const { invalidate } = await import('../campaign/acts/invalidate.js');
      const act = await invalidate(dir, { trial, reason, note: note ?? null, by }, systemClock);
      process.stdout.write(json ? jsonText(act) : `${trial}: taken back (${reason}); \`run\` with --out ${dir} tries it again\n`);
    });
}
