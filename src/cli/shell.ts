import type { Command } from 'commander';
import { positiveInteger } from './numbers.js';

interface ShellVerbOptions {
  session?: number;
  attempt?: string;
  image?: string;
  anyway?: boolean;
  allowUnisolated?: boolean;
}

/** What a shell says of a program that SIGKILL ended. */
const KILLED = 137;

/** `cleanslate shell`: look around where a trial began. */
export function registerShell(program: Command): void {
  program
    .command('shell')
    .description('an interactive shell in the exact starting state of a trial, or of one of its later sessions')
    .argument('<dir>', 'the campaign directory, or a copy of it')
    .argument('<trial>', 'a trial id, as `show <dir>` lists them')
    .option('--session <n>', 'of the attempt, this session: with what was carried into it, and its services as they were then', positiveInteger, 1)
    .option('--attempt <n>', 'of the trial, this attempt (default: the one that counts, else the last)')
    .option('--image <image>', 'another image than the one that it ran in')
    .option('--anyway', 'also where the state is not the recorded one')
    .option('--allow-unisolated', 'let an agent that is not ours run without isolation from this machine')
    .addHelpText('after', '\nCommands may also come through a pipe. What is changed in it is gone when it ends.\nExits as the shell does.\n\nExample:\n  cleanslate shell campaigns/demo oracle.short.handoff.run-1\n  cleanslate shell campaigns/resets codex-declared.short.handoff.run-1 --session 2\n')
    .action(async (dir: string, trial: string, options: ShellVerbOptions) => {
      const { systemClock } = await import('../common/clock.js');
      const { visible } = await import('../common/visible.js');
      const { readCampaign } = await import('../campaign/read-campaign.js');
      const { openShell } = await import('../campaign/replay/shell.js');
      const { INTERRUPTED } = await import('./interruptible.js');
      const controller = new AbortController();
      const stop = (): void => { controller.abort(); };
      // In a terminal Ctrl-C is for what runs in the shell.
      const stopByKey = process.stdin.isTTY ? (): void => undefined : stop;
      process.on('SIGINT', stopByKey).on('SIGTERM', stop).on('SIGHUP', stop);
      try {
        const tell = (line: string): void => void process.stderr.write(`${visible(line)}\n`);
        const code = await openShell(await readCampaign(dir), trial, { ...options, anyway: options.anyway === true, clock: systemClock, signal: controller.signal, tell });
        process.exitCode = controller.signal.aborted ? INTERRUPTED : (code ?? KILLED);
      } finally {
        process.off('SIGINT', stopByKey).off('SIGTERM', stop).off('SIGHUP', stop);
      }
    });
}
