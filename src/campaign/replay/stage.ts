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
import { sessionStart, type SessionStart } from './session-start.js';

export interface StageOptions {
  clock: Clock;
  /** Of the trial, this attempt; by default the one that counts. */
  attempt?: string | undefined;
  /** Another image than the one that the attempt ran in. */
  image?: string | undefined;
  allowUnisolated?: boolean | undefined;
  /** Whose starting state is rebuilt; by default the first. */
  session?: number | undefined;
}

/** Everything that one trial starts from, on this machine, and nothing has been started yet. */
export interface Stage {
  original: Original;
  trial: PlannedTrial;
  start: SessionStart;
  machine: Machine;
  image: ImageOf;
  /** Image folder → the very image that a service of the trial ran in. */
  serviceImages: ReadonlyMap<string, ImageOf>;
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
    const start = await sessionStart({ original, trial, bytes, material }, options.session ?? 1);
    machine = trial.adapter.outside === undefined ? await openMachine(original.sandbox.kind, () => undefined) : noMachine();
    refuseUnisolated({ configurations: [trial], file: campaign.dir }, machine, options.allowUnisolated === true);
    const image = await imageFor(original, trial, machine, options.image);
    const serviceImages = await imagesOfServices(original, trial, machine);
    const notes = [...original.changed.map((fault) => `the evidence is not as it was sealed: ${fault}`), ...[...bytes.changed].map(([path, use]) => `${path}, the ${use}, is not what its name says: used as it is now`), ...otherThan(campaign, original, { trial, machine, image })];
    return { original, trial, start, machine, image, serviceImages, dir: folder.path, material, notes, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function imageFor(original: Original, { adapter }: PlannedTrial, { provider }: Machine, asked: string | undefined): Promise<ImageOf> {
  if (provider.kind !== 'docker') return { reference: adapter.image, digest: null };
  const wanted = asked ?? original.imageDigest(adapter.image);
  if (wanted === null) throw missing(original.dir, 'the attempt does not say which image it ran in', 'name one with --image');
  const name = original.side.record?.sandbox.image ?? adapter.image;
  return present(provider, wanted, asked === undefined
    ? { where: original.trial, name, or: ', or take another with --image, which is not the same start' }
    : { where: '--image' });
}

/** What runs beside the agent runs in the images that the campaign's lock names. */
async function imagesOfServices(original: Original, { services }: PlannedTrial, { provider }: Machine): Promise<Map<string, ImageOf>> {
  const images = new Map<string, ImageOf>();
  if (services.length === 0) return images;
  if (provider.kind !== 'docker') throw missing(original.trial, `has a service, \`${services[0]?.name ?? ''}\`, and services run in containers only`, 'start a container engine, such as the one of `make engine`');
  for (const { name, image } of services) {
    const digest = original.lockedImage(image);
    if (digest === null) throw missing(original.dir, `nothing says which image its service \`${name}\` ran in`, 'copy the whole campaign, lock.json included');
    images.set(image, await present(provider, digest, { where: original.trial, name: `cleanslate/${image}, of its service \`${name}\`` }));
  }
  return images;
}

/** @param told what an error says where the engine has no such image */
async function present(provider: Machine['provider'], wanted: string, { where, name, or = '' }: { where: string; name?: string; or?: string }): Promise<ImageOf> {
  try {
    return { reference: wanted, digest: await provider.imageDigest(wanted) };
  } catch (error) {
    if (!(error instanceof HarnessError) || error.code !== 'CLEANSLATE_IMAGE_MISSING') throw error;
    const hint = name === undefined ? '`cleanslate images` lists those there are' : `bring it from where it ran (\`docker save ${wanted} | docker load\`)${or}`;
    throw new UserError('CLEANSLATE_REPLAY_MISSING', `the engine has no image ${wanted}${name === undefined ? '' : ` (${name})`}`, { where, hint, cause: error });
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
