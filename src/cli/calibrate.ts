import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Option, type Command } from 'commander';
import type { EngineChoice } from '../sandbox/discover.js';
import { INTERRUPTED, interruptible } from './interruptible.js';
import { positiveInteger } from './numbers.js';
import { jsonText } from './output/json.js';
import { utcStamp } from './output/utc-stamp.js';

interface CalibrateOptions {
  engine: EngineChoice;
  concurrency?: number;
  out?: string;
  tasks?: string[];
  quarter?: string;
  scenarios?: string[];
  secretEnv?: string;
  json?: boolean;
}

const HARNESS_FAILURE = 3;

/** `cleanslate calibrate`: a battery against its own examples, through the whole road. */
export function registerCalibrate(program: Command): void {
  program
    .command('calibrate')
    .description('plays every example of a battery in a sandbox of its own, through capture, validity and scorer, and compares its points with its key; and the reading controls of the continuity scenarios')
    .argument('[battery]', 'a battery that comes with the program, or a directory with a slash in it', 'core-v1')
    .addOption(new Option('--engine <engine>', 'what runs the sandboxes').choices(['auto', 'docker', 'local']).default('auto'))
    .option('--concurrency <n>', 'examples at once (default: one for each processor)', positiveInteger)
    .option('--tasks <id...>', 'only these tasks')
    .option('--quarter <quarter>', 'the variant of this quarter, such as 2026-Q4')
    .option('--scenarios <name...>', 'the continuity scenarios whose reading controls are run too (default: all; with --tasks, none)')
    .option('--secret-env <name>', 'the environment variable with the secret of that variant')
    .option('--out <dir>', 'where the evidence goes (default: campaigns/calibrate-<battery>-<UTC time>)')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  cleanslate calibrate core-v1 --tasks owner-moved-midway\n')
    .action(async (battery: string, options: CalibrateOptions) => {
      process.exitCode = await calibrate(battery, options);
    });
}

async function calibrate(battery: string, { engine, out, tasks, quarter, scenarios, secretEnv, json, concurrency = availableParallelism() }: CalibrateOptions): Promise<number> {
  const { planCalibration } = await import('../campaign/calibrate/plan.js');
  const plan = await planCalibration({ battery, quarter, tasks, scenarios, secret_env: secretEnv, folder: process.cwd() });
  const { systemClock } = await import('../common/clock.js');
  const { openMachine } = await import('../campaign/machine.js');
  const { runCampaign } = await import('../campaign/run.js');
  const { progress } = await import('./output/progress.js');
  const observer = await progress(process.stderr, systemClock);
  const machine = await openMachine(engine, (line) => { observer.note(line); });
  try {
    machine.warnings.forEach((line) => { observer.note(`warning: ${line}`); });
    const dir = out ?? join('campaigns', `${plan.manifest.campaign}-${utcStamp(systemClock.now())}`);
    const interrupt = interruptible((line) => { observer.note(line); });
    const { interrupted, incomplete } = await runCampaign(plan, { dir, machine, clock: systemClock, observer, signal: interrupt.signal, concurrency, preflight: false }).finally(() => {
      interrupt.release();
      observer.stop();
    });
    const asPredicted = await report(dir, json === true);
    if (interrupted) return INTERRUPTED;
    return incomplete.length > 0 ? HARNESS_FAILURE : asPredicted ? 0 : 1;
  } finally {
    observer.stop();
    await machine.close();
  }
}

async function report(dir: string, json: boolean): Promise<boolean> {
  const { readCampaign } = await import('../campaign/read-campaign.js');
  const { readCalibration } = await import('../campaign/calibrate/calibration.js');
  const { formatCalibration } = await import('../campaign/calibrate/text.js');
  const calibration = await readCalibration(await readCampaign(dir));
  process.stdout.write(json ? jsonText(calibration) : formatCalibration(calibration));
  process.stderr.write(`evidence: ${dir}\n`);
  return calibration.as_predicted;
}
