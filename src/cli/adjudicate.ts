import type { Command } from 'commander';
import { UserError } from '../common/errors.js';
import { POINTS } from '../scoring/checklist/outcomes.js';
import { jsonText } from './output/json.js';

interface AdjudicateOptions {
  open?: boolean;
  note?: string;
  points?: string;
  by: string;
  json?: boolean;
}

/** `cleanslate adjudicate`: a person decides what no program could. */
export function registerAdjudicate(program: Command): void {
  program
    .command('adjudicate')
    .description('opens an adjudication of a battery trial, or closes it with a note that may change its points; both values stay visible')
    .argument('<dir>', 'the campaign directory')
    .argument('<trial>', 'a trial id, as `show` lists them')
    .option('--open', 'open one; a check that ended ambiguous has opened it already')
    .option('--note <text>', 'what was decided, and why: closes it')
    .option('--points <n>', 'what the trial costs from then on, 0 to 3 (default: what it had scored)')
    .requiredOption('--by <name>', 'who decides')
    .option('--json', 'print JSON')
    .addHelpText('after', "\nExample:\n  cleanslate adjudicate campaigns/index codex.owner-moved-midway.full.run-2 --note 'both names stand in the runbook, the old one as history' --points 0 --by 'Mara Lind'\n")
    .action(async (dir: string, trial: string, { open, note, points, by, json }: AdjudicateOptions) => {
      if ((open === true) === (note !== undefined)) throw new UserError('CLEANSLATE_OPTIONS', open ? '--open and --note exclude each other' : 'neither --open nor --note is given', { hint: 'open it, or close it with a note' });
      if (points !== undefined && note === undefined) throw new UserError('CLEANSLATE_OPTIONS', '--points needs a --note', { hint: 'points change only with the reason for it' });
      const chosen = POINTS.find((one) => String(one) === points);
      if (points !== undefined && chosen === undefined) throw new UserError('CLEANSLATE_OPTIONS', `--points ${JSON.stringify(points)} is not 0, 1, 2 or 3`);
      const { systemClock } = await import('../common/clock.js');
      const { adjudicate } = await import('../campaign/acts/adjudicate.js');
      const act = await adjudicate(dir, { trial, note, points: chosen, by }, systemClock);
      process.stdout.write(json ? jsonText(act) : `${trial}: ${note === undefined ? 'opened' : `closed${chosen === undefined ? '' : `, counts ${String(chosen)}`}`}\n`);
    });
}
