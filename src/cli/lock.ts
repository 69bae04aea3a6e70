import { Option, type Command } from 'commander';
import { UserError } from '../common/errors.js';
import type { EngineChoice } from '../sandbox/discover.js';
import { jsonText } from './output/json.js';

interface LockOptions {
  check?: boolean;
  engine?: EngineChoice;
  quarter?: string;
  secretEnv?: string;
  out?: string;
  amend?: string;
  by?: string;
  json?: boolean;
}

/** `cleanslate lock`: digests of everything that a protocol's results depend on, before the first run. */
export function registerLock(program: Command): void {
  program
    .command('lock')
    .description('locks a manifest or a battery: writes digests of all that its results depend on, beside the manifest; from then on `run` refuses anything else')
    .argument('[what]', 'a manifest (.yaml), or a battery', 'core-v1')
    .option('--check', 'write nothing; exit 1 where something drifted, and name it')
    .addOption(new Option('--engine <engine>', 'what will run the sandboxes (default: as the manifest says)').choices(['auto', 'docker', 'local']))
    .option('--quarter <quarter>', 'of a battery: the variant of this quarter')
    .option('--secret-env <name>', 'of a battery: the environment variable with the secret of that variant')
    .option('--out <file>', 'where the lock is (default: <manifest>.lock.json; of a battery, <battery>.lock.json here)')
    .option('--amend <text>', 'why it is locked anew, before its first run')
    .option('--by <name>', 'who amends it')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExamples:\n  cleanslate lock manifests/demo.yaml\n  cleanslate lock manifests/demo.yaml --check\n  cleanslate lock core-v1 --quarter 2026-Q4\n')
    .action(async (what: string, options: LockOptions) => {
      process.exitCode = await lock(what, options);
    });
}

async function lock(what: string, options: LockOptions): Promise<number> {
  const { amend, by, check, json } = options;
  if ((amend === undefined) !== (by === undefined)) throw new UserError('CLEANSLATE_OPTIONS', '--amend and --by belong together', { hint: 'say why, and who' });
  if (check && amend !== undefined) throw new UserError('CLEANSLATE_OPTIONS', '--check writes nothing, and --amend does', { hint: 'give one of them' });
  const { drift } = await import('../protocol/lock.js');
  const { lockProtocol } = await import('../campaign/protocol-lock.js');
  const { readLocked } = await import('../protocol/locked-protocol.js');
  const { said } = await import('../campaign/said.js');
  const { file, now } = await current(what, options);
  if (check) {
    const locked = await readLocked(file);
    if (!locked) throw new UserError('CLEANSLATE_LOCK_MISSING', 'there is no lock', { where: file, hint: `write one with \`cleanslate lock ${what}\`` });
    const changed = drift(locked.lock, now);
    process.stdout.write(json ? jsonText({ file, root: locked.root, changed }) : changed.length === 0 ? `as locked: ${locked.root}\n` : `DRIFTED: ${changed.join(', ')}\n`);
    return changed.length === 0 ? 0 : 1;
  }
  const { systemClock } = await import('../common/clock.js');
  const done = await lockProtocol(file, now, amend !== undefined && by !== undefined ? { note: said(amend, '--amend'), by: said(by, '--by') } : undefined, systemClock);
  const text = { locked: 'locked', 'as-locked': 'as locked before', amended: `amended (${done.changed.join(', ')})` }[done.state];
  process.stdout.write(json ? jsonText(done) : `${text}: ${done.root}\n`);
  process.stderr.write(`lock: ${file}\n`);
  return 0;
}

/** What would be locked now, and where. */
async function current(what: string, { engine, quarter, secretEnv, out }: LockOptions): Promise<{ file: string; now: object }> {
  const { lockOfBattery, lockOfPlan } = await import('../campaign/protocol-lock.js');
  if (!/\.ya?ml$/.test(what)) {
    const { secretFrom } = await import('../protocol/battery/secret.js');
    const { id, lock } = await lockOfBattery(what, quarter, secretFrom(secretEnv, process.env, '--secret-env'));
    return { file: out ?? `${id}.lock.json`, now: lock };
  }
  const { readManifest } = await import('../protocol/manifest-file.js');
  const { planCampaign } = await import('../campaign/plan.js');
  const { needsSandboxes, noMachine, openMachine } = await import('../campaign/machine.js');
  const { lockPathOf } = await import('../protocol/locked-protocol.js');
  if (quarter !== undefined || secretEnv !== undefined) throw new UserError('CLEANSLATE_OPTIONS', `${quarter === undefined ? '--secret-env' : '--quarter'} is for a battery alone`, { hint: 'a manifest says its `quarter` and `battery.secret_env` itself' });
  const plan = await planCampaign(await readManifest(what));
  const note = (line: string): void => void process.stderr.write(`${line}\n`);
  const machine = needsSandboxes(plan) ? await openMachine(engine ?? plan.manifest.engine, note) : noMachine();
  try {
    return { file: out ?? lockPathOf(what), now: await lockOfPlan(plan, machine, note) };
  } finally {
    await machine.close();
  }
}
