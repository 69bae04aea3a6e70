import { Readable } from 'node:stream';
import { HarnessError, UserError } from '../../common/errors.js';
import { compareInventories } from '../../trace/changes.js';
import type { Sandbox } from '../../sandbox/sandbox.js';
import { stateDigest, STATE_ROOTS } from '../../trial/context.js';
import { placesIn } from '../../trial/places.js';
import { firstSeed, joinAll, seedTars } from '../../trial/reset/session-seed.js';
import type { CampaignOnDisk } from '../read-campaign.js';
import { startBeside, type Beside } from './beside.js';
import { setStage, type Stage, type StageOptions } from './stage.js';

export interface ShellOptions extends StageOptions {
  /** Open it also where the starting state is not the recorded one. */
  anyway: boolean;
  /** Aborted to stop: the sandbox goes, whatever runs in it. */
  signal: AbortSignal;
  /** Gets a line for the person at the terminal. */
  tell(line: string): void;
}

/** Becomes bash where there is one. */
const SHELL = ['/bin/sh', '-c', 'if command -v bash >/dev/null 2>&1; then exec bash; else exec sh; fi'];

/**
 * A shell in the state in which a trial's first session began, as its agent's user, on the standard streams of this process.
 * The state is compared with the recorded one before the shell begins, and what ran beside its agent runs there too; all of it is gone when it has ended.
 * @throws UserError for what is missing, or where the state is another one
 */
export async function openShell(campaign: CampaignOnDisk, id: string, options: ShellOptions): Promise<void> {
  const stage = await setStage(campaign, id, options);
  try {
    const { trial, machine, image, original, notes } = stage;
    if (trial.adapter.outside !== undefined) throw new UserError('CLEANSLATE_NO_SANDBOX', 'asks its model without an agent: it has no sandbox', { where: id, hint: '`cleanslate show` has what was asked' });
    notes.forEach((note) => { options.tell(`note: ${note}`); });
    const sandbox = await machine.provider.create({ image: image.reference, limits: trial.limits, purpose: { campaign: campaign.campaign.campaign, trial: id, attempt: original.attempt } });
    try {
      options.tell(await provenStart(sandbox, stage, options.anyway));
      const beside = await startBeside(campaign, stage, options, options.signal);
      trial.services.forEach(({ name, port }) => { options.tell(`service \`${name}\`: in its starting state, at 127.0.0.1:${String(port)}`); });
      try {
        await attended(sandbox, stage, beside, options);
      } finally {
        await beside?.close();
      }
    } finally {
      await sandbox.destroy();
    }
  } finally {
    await stage.close();
  }
}

/** Seeds the sandbox, and says whether it is what the attempt began with. */
async function provenStart(sandbox: Sandbox, { trial, material, original }: Stage, anyway: boolean): Promise<string> {
  await sandbox.seed(Readable.from(joinAll(await seedTars(firstSeed(trial.seed), material))));
  const inventory = await sandbox.inventory(STATE_ROOTS);
  const digest = stateDigest(inventory);
  const recorded = original.side.record?.initial_state ?? null;
  if (digest === recorded) return `starting state: the same, ${digest}`;
  const before = original.side.initial.get(1);
  const paths = before ? compareInventories({ strategy: 'walk', entries: before }, inventory).map(({ path }) => path) : [];
  const message = recorded === null ? 'the attempt ended before its starting state was seen' : `starts from another state, ${digest} instead of ${recorded}: ${paths.slice(0, 3).join(', ')}${paths.length > 3 ? ', …' : ''}`;
  if (!anyway) throw new UserError('CLEANSLATE_OTHER_START', message, { where: trial.id, hint: '`cleanslate verify` names what was changed; --anyway opens the shell all the same' });
  return `note: ${message}`;
}

async function attended(sandbox: Sandbox, { trial }: Stage, beside: Beside | undefined, { signal, tell }: ShellOptions): Promise<void> {
  const prompt = trial.sessions[0]?.turns[0] ?? '';
  const { argv, env } = trial.adapter.command({ ...trial.settings, prompt, number: 1 }, placesIn(sandbox));
  tell(`the agent's own command: ${argv.map((word) => (word === prompt ? '(its prompt)' : word)).join(' ')}`);
  const stop = (): void => void sandbox.kill().catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  try {
    await sandbox.hold(beside && { before: (door) => beside.connect(door) });
    if (signal.aborted) return;
    const term = process.env['TERM'];
    await sandbox.attend(SHELL, { env: { ...env, ...(term !== undefined && process.stdin.isTTY && { TERM: term }) } });
  } catch (error) {
    // Whoever stops it wants no more of it.
    if (!signal.aborted || !(error instanceof HarnessError)) throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
