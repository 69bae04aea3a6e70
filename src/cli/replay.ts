import type { Command } from 'commander';
import type { Replay } from '../campaign/replay/replay.js';

interface ReplayVerbOptions {
  live?: boolean;
  recorded?: boolean;
  keep?: boolean;
  attempt?: string;
  image?: string;
  all?: boolean;
  allowUnisolated?: boolean;
  json?: boolean;
}

/** `cleanslate replay`: one trial of a campaign again, from the same start. */
export function registerReplay(program: Command): void {
  program
    .command('replay')
    .description('reproduces one trial in a fresh sandbox and says where it diverges')
    .argument('<dir>', 'the campaign directory, or a copy of it')
    .argument('<trial>', 'a trial id, as `show <dir>` lists them')
    .option('--recorded', 'the model answers what it answered then (default)')
    .option('--live', 'the model is asked anew; the result is kept beside the original')
    .option('--keep', 'keep the replayed attempt, and the files that it left')
    .option('--attempt <n>', 'of the trial, this attempt (default: the one that counts, else the last)')
    .option('--image <image>', 'another image than the one that it ran in')
    .option('--all', 'every difference, not the first of each kind')
    .option('--allow-unisolated', 'let an agent that is not ours run without isolation from this machine')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExits with 0 where both are equal (with --live: where it ran), with 1 where they are not.\n\nExample:\n  cleanslate replay campaigns/demo oracle.short.handoff.run-1\n')
    .action(async (dir: string, trial: string, options: ReplayVerbOptions) => {
      process.exitCode = await replay(dir, trial, options);
    });
}

async function replay(dir: string, trial: string, options: ReplayVerbOptions): Promise<number> {
  const { UserError } = await import('../common/errors.js');
  if (options.live && options.recorded) throw new UserError('CLEANSLATE_REPLAY_MODE', 'a replay is either --live or --recorded', { hint: 'give one of them' });
  const { systemClock } = await import('../common/clock.js');
  const { readCampaign } = await import('../campaign/read-campaign.js');
  const { replayTrial } = await import('../campaign/replay/replay.js');
  const { formatReplay } = await import('../campaign/replay/replay-text.js');
  const { jsonText } = await import('./output/json.js');
  const { INTERRUPTED, interruptible } = await import('./interruptible.js');
  const interrupt = interruptible((line) => void process.stderr.write(`${line}\n`));
  const { attempt, image, allowUnisolated } = options;
  const mode = options.live ? 'live' : 'recorded';
  try {
    const done = await replayTrial(await readCampaign(dir), trial, { mode, keep: options.keep === true, attempt, image, allowUnisolated, clock: systemClock, signal: interrupt.signal });
    process.stdout.write(options.json ? jsonText(done) : formatReplay(done, options.all === true));
    return interrupt.signal.aborted ? INTERRUPTED : exitCode(done);
  } finally {
    interrupt.release();
  }
}

/** A live attempt that does not count was failed by something that is not its agent. */
function exitCode({ mode, equal, replayed }: Replay): number {
  if (mode === 'live') return replayed.valid ? 0 : 3;
  return equal ? 0 : 1;
}
