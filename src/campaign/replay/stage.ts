import type { Clock } from '../../common/clock.js';
import { HarnessError, UserError } from '../../common/errors.js';
import { ownedDirectory } from '../../common/owned-directory.js';
import { Material } from '../../evidence/material.js';
import { harnessPins } from '../../protocol/harness.js';
import type { PlannedTrial } from '../../trial/planned.js';
import { noMachine, openMachine, refuseUnisolated, type ImageOf, type Machine } from '../machine.js';
import type { CampaignOnDisk } from '../read-campaign.js';
import { CampaignBytes, missing } from './bytes.js';
import { readOriginal, type Original } from './original.js';
import { rebuildTrial } from './rebuild.js';

export interface StageOptions {
  clock: Clock;
  /** Of the trial, this attempt; by default the one that counts. */
  attempt?: string | undefined;
  /** Another image than the one that the attempt ran in. */
  image?: string | undefined;
  allowUnisolated?: boolean | undefined;
}

/** Everything that one trial starts from, on this machine, and nothing has been started yet. */
export interface Stage {
  original: Original;
  trial: PlannedTrial;
  machine: Machine;
  image: ImageOf;
  /** A directory of this process's own that holds the seeds, like a campaign's. */
  dir: string;
  material: Material;
  /** Why this is not quite the same start: changed material, another image, another version of the program. */
  notes: string[];
  close(): Promise<void>;
}

/**
 * Rebuilds a trial of a campaign, which may be a copy made on another machine, up to where its sandbox would be made.
 * @throws UserError that names what is missing here; HarnessError where no engine answers
 */
export async function setStage(campaign: CampaignOnDisk, id: string, options: StageOptions): Promise<Stage> {
  const original = await readOriginal(campaign, id, options.attempt);
  const folder = ownedDirectory('replay');
  let machine: Machine | undefined;
  const close = async (): Promise<void> => {
    await machine?.close();
    folder.remove();
  };
  try {
    const material = await Material.open(folder.path);
    const bytes = new CampaignBytes(campaign.dir);
    const trial = await rebuildTrial(campaign, id, bytes, material);
    machine = trial.adapter.outside === undefined ? await openMachine(original.sandbox.kind, () => undefined) : noMachine();
    refuseUnisolated({ configurations: [trial], file: campaign.dir }, machine, options.allowUnisolated === true);
    const image = await imageFor(original, trial, machine, options.image);
    const notes = [...[...bytes.changed].map(([path, use]) => `${path}, the ${use}, is not what its name says: used as it is now`), ...otherThan(campaign, original, { trial, machine, image })];
    return { original, trial, machine, image, dir: folder.path, material, notes, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function imageFor(original: Original, { adapter }: PlannedTrial, { provider }: Machine, asked: string | undefined): Promise<ImageOf> {
  if (provider.kind !== 'docker') return { reference: adapter.image, digest: null };
  const then = original.imageDigest(adapter.image);
  const wanted = asked ?? then;
  if (wanted === null) throw missing(original.dir, 'the attempt does not say which image it ran in', 'name one with --image');
  try {
    return { reference: wanted, digest: await provider.imageDigest(wanted) };
  } catch (error) {
    if (!(error instanceof HarnessError) || error.code !== 'CLEANSLATE_IMAGE_MISSING') throw error;
    const name = original.side.record?.sandbox.image ?? adapter.image;
    const hint = asked === undefined ? `bring it from where it ran (\`docker save ${name} | docker load\`), or take another with --image, which is not the same start` : '`cleanslate images` lists those there are';
    throw new UserError('CLEANSLATE_REPLAY_MISSING', `the engine has no image ${wanted}${asked === undefined ? ` (${name})` : ''}`, { where: asked === undefined ? original.trial : '--image', hint, cause: error });
  }
}

/** What of this machine and program is not what the attempt had. */
function otherThan({ campaign }: CampaignOnDisk, { side, sandbox, imageDigest }: Original, { trial, machine, image }: Pick<Stage, 'trial' | 'machine' | 'image'>): string[] {
  const { version, scorer } = harnessPins();
  const differs = (what: string, then: string | null | undefined, now: string | null): string[] => (then === undefined || then === now ? [] : [`${what}: ${String(now)} here, ${String(then)} then`]);
  return [
    ...differs('image', imageDigest(trial.adapter.image), image.digest),
    ...differs('isolation', sandbox.isolation, machine.provider.isolation),
    ...differs(`version of ${trial.adapter.id} that this program knows`, side.record?.agent_version, trial.adapter.version),
    ...differs('version of this program', campaign.harness.version, version),
    ...(campaign.harness.scorer === undefined || campaign.harness.scorer === scorer ? [] : ['the scorer of this program is another one']),
  ];
}
