import { Readable } from 'node:stream';
import { HarnessError, UserError } from '../../common/errors.js';
import { visiblePath } from '../../common/visible.js';
import { compareInventories } from '../../trace/changes.js';
import type { Sandbox } from '../../sandbox/sandbox.js';
import { stateDigest, STATE_ROOTS } from '../../trial/context.js';
import { placesIn } from '../../trial/places.js';
import { joinAll, seedTars } from '../../trial/reset/session-seed.js';
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
 * A shell in the state in which a session of a trial began, as its agent's user, on the standard streams of this process.
 * The state is compared with the recorded one before the shell begins, and what ran beside its agent runs there too; all of it is gone when it has ended.
 * @returns the shell's exit code; null where a signal ended it
 * @throws UserError for what is missing, or where the state is another one
 */
export async function openShell(campaign: CampaignOnDisk, id: string, options: ShellOptions): Promise<number | null> {
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
        return await attended(sandbox, stage, beside, options);
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
async function provenStart(sandbox: Sandbox, { trial, material, start }: Stage, anyway: boolean): Promise<string> {
  await sandbox.seed(Readable.from(joinAll(await seedTars(start.seed, material))));
  const inventory = await sandbox.inventory(STATE_ROOTS);
  const digest = stateDigest(inventory);
  const recorded = start.initial_state;
  if (digest === recorded) return `starting state${start.session === 1 ? '' : ` of session ${String(start.session)}`}: the same, ${digest}`;
  const paths = start.entries ? compareInventories({ strategy: 'walk', entries: [...start.entries] }, inventory).map(({ path }) => path) : [];
  const message = recorded === null ? 'the attempt ended before its starting state was seen' : `starts from another state, ${digest} instead of ${recorded}: ${paths.slice(0, 3).map(visiblePath).join(', ')}${paths.length > 3 ? ', …' : ''}`;
  if (!anyway) throw new UserError('CLEANSLATE_OTHER_START', message, { where: trial.id, hint: '`cleanslate verify` names what was changed; --anyway opens the shell all the same' });
  return `note: ${message}`;
}

async function attended(sandbox: Sandbox, { trial, start: { plan, conversation } }: Stage, beside: Beside | undefined, { signal, tell }: ShellOptions): Promise<number | null> {
  const prompt = plan.turns[0] ?? '';
  const { argv, env } = trial.adapter.command({ ...trial.settings, prompt, number: plan.conversation === 'new' ? 1 : 2, conversation }, placesIn(sandbox));
  plan.warmup.forEach((line) => { tell(`before its first prompt, this was run: ${line}`); });
  tell(`the agent's own command: ${argv.map((word) => (word === prompt ? '(its prompt)' : word)).join(' ')}`);
  const stop = (): void => void sandbox.kill().catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  try {
    await sandbox.hold(beside && { before: (door) => beside.connect(door) });
    if (signal.aborted) return null;
    const term = process.env['TERM'];
    return await sandbox.attend(SHELL, { env: { ...env, ...(term !== undefined && process.stdin.isTTY && { TERM: term }) } });
  } catch (error) {
    // Whoever stops it wants no more of it.
    if (!signal.aborted || !(error instanceof HarnessError)) throw error;
    return null;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
