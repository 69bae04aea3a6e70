import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type Command, Option } from 'commander';
import { INTERRUPTED, interruptible } from './interruptible.js';
import type { RunResult } from '../campaign/run.js';
import type { EngineChoice } from '../sandbox/discover.js';
import { positiveInteger } from './numbers.js';
import { jsonText } from './output/json.js';
import { utcStamp } from './output/utc-stamp.js';

interface RunVerbOptions {
  engine?: EngineChoice;
  concurrency?: number;
  out?: string;
  only?: string;
  dryRun?: boolean;
  like?: string[];
  allowUnisolated?: boolean;
  failOnPoints?: boolean;
  preflight?: boolean;
  report?: boolean;
  json?: boolean;
}

const HARNESS_FAILURE = 3;

/** `cleanslate run`: a campaign from its manifest, or the rest of one that was stopped. */
export function registerRun(program: Command): void {
  program
    .command('run')
    .description('runs a campaign, or resumes it where --out holds the same one')
    .argument('<manifest>', 'the campaign manifest, a YAML file')
    .addOption(new Option('--engine <engine>', 'what runs the sandboxes (default: as the manifest says)').choices(['auto', 'docker', 'local']))
    .option('--concurrency <n>', 'trials at once (default: one for each processor)', positiveInteger)
    .option('--out <dir>', 'the campaign directory (default: campaigns/<campaign>-<UTC time>)')
    .option('--only <glob>', 'only trials whose id matches')
    .option('--dry-run', 'check everything, start nothing; print the trials in their order and what they may use')
    .option('--like <dir...>', 'with --dry-run: earlier campaigns whose measured tokens and times the estimates rest on')
    .option('--no-preflight', 'do not try each configuration once before its first trial; campaign.json says so')
    .option('--allow-unisolated', 'let agents that are not ours run without isolation from this machine')
    .option('--fail-on-points', 'exit 1 where something was not answered as it should be')
    .option('--report', 'write the pages of `report` when it is over')
    .option('--json', 'print the summary, or the estimate, as JSON')
    .addHelpText('after', '\nExample:\n  cleanslate run manifests/demo.yaml --out campaigns/demo\n')
    .action(async (manifest: string, options: RunVerbOptions) => {
      process.exitCode = await run(manifest, options);
    });
}

async function run(file: string, options: RunVerbOptions): Promise<number> {
  const { readManifest } = await import('../protocol/manifest-file.js');
  const { planCampaign, selectRuns } = await import('../campaign/plan.js');
  const plan = await planCampaign(await readManifest(file));
  if (options.dryRun) {
    const { checkMaterial } = await import('../campaign/prepare-material.js');
    const { estimateCampaign } = await import('../campaign/estimate/estimate.js');
    const { estimateText } = await import('../campaign/estimate/text.js');
    const { concurrency = availableParallelism(), like = [], out, preflight = true } = options;
    const chosen = selectRuns(plan, options.only);
    const estimate = await estimateCampaign(plan, { chosen, concurrency, like, dir: out, preflight });
    await checkMaterial(plan, (line) => void process.stderr.write(`${line}\n`));
    process.stdout.write(options.json ? jsonText(estimate) : estimateText(estimate));
    return 0;
  }
  const { systemClock } = await import('../common/clock.js');
  const { needsSandboxes, noMachine, openMachine, refuseUnisolated } = await import('../campaign/machine.js');
  const { runCampaign } = await import('../campaign/run.js');
  const { progress } = await import('./output/progress.js');
  const observer = await progress(process.stderr, systemClock);
  const machine = needsSandboxes(plan) ? await openMachine(options.engine ?? plan.manifest.engine, (line) => { observer.note(line); }) : noMachine();
  try {
    machine.warnings.forEach((line) => { observer.note(`warning: ${line}`); });
    refuseUnisolated(plan, machine, options.allowUnisolated === true);
    const dir = options.out ?? join('campaigns', `${plan.manifest.campaign}-${utcStamp(systemClock.now())}`);
    const { concurrency = availableParallelism(), only, preflight } = options;
    const { lockPathOf, readLocked } = await import('../protocol/locked-protocol.js');
    const locked = await readLocked(lockPathOf(file));
    const protocolLock = locked && { file: lockPathOf(file), locked };
    const interrupt = interruptible((line) => { observer.note(line); });
    const result = await runCampaign(plan, { dir, machine, clock: systemClock, observer, signal: interrupt.signal, concurrency, only, preflight, protocolLock }).finally(() => {
      interrupt.release();
      observer.stop();
    });
    return await conclude(dir, result, options);
  } finally {
    observer.stop();
    await machine.close();
  }
}

async function conclude(dir: string, { interrupted, incomplete, waiting }: RunResult, { json, failOnPoints, report: wanted }: RunVerbOptions): Promise<number> {
  const { readCampaign } = await import('../campaign/read-campaign.js');
  const { summarizeCampaign } = await import('../campaign/summary.js');
  const { formatSummary } = await import('../campaign/summary-text.js');
  const { writeSummary } = await import('../campaign/write-summary.js');
  const campaign = await readCampaign(dir);
  const summary = await summarizeCampaign(campaign);
  const text = formatSummary(summary);
  const written = await writeSummary(dir, text);
  process.stdout.write(json ? jsonText(summary) : text);
  const report = wanted ? (await (await import('../report/write-report.js')).writeReport(dir, (await import('./called-as.js')).calledAs())).index : written;
  process.stderr.write(`evidence: ${dir}\nreport: ${report}\n`);
  if (waiting.length > 0) {
    const { writeSheets } = await import('../campaign/by-hand/sheets.js');
    const sheets = await writeSheets(campaign, waiting, dir);
    process.stderr.write(`${waiting.length === 1 ? '1 trial waits' : `${String(waiting.length)} trials wait`} for a person; what to do is below ${sheets}, and \`cleanslate prepare ${dir} ${waiting[0] ?? ''}\` prints it\n`);
  }
  if (interrupted) {
    process.stderr.write(`interrupted; \`run\` with --out ${dir} goes on with the ${String(incomplete.length)} trials that are left\n`);
    return INTERRUPTED;
  }
  if (summary.exhausted.length > 0) {
    process.stderr.write(`${trials(summary.exhausted.length)} no valid attempt; \`cleanslate show ${dir}\` says why\n`);
    return HARNESS_FAILURE;
  }
  return failOnPoints && summary.faults > 0 ? 1 : 0;
}

const trials = (count: number): string => (count === 1 ? '1 trial has' : `${String(count)} trials have`);
