import { PassThrough } from 'node:stream';
import { AttemptStore } from '../../evidence/attempt.js';
import { Scrubber } from '../../gateway/redact/scrubber.js';
import { Recorder } from '../../trace/recorder.js';
import { Services } from '../../trial/services/services.js';
import type { CampaignOnDisk } from '../read-campaign.js';
import type { Stage, StageOptions } from './stage.js';

/** What runs beside the agent while a person looks around. */
export type Beside = Pick<Services, 'connect' | 'close'>;

/**
 * Starts the services of a trial as a session of it had them: new containers, with what was carried, proved, in the images of then. What
 * they are asked is kept nowhere.
 * @returns undefined for a trial without services
 */
export async function startBeside({ campaign }: CampaignOnDisk, { trial, start, machine, serviceImages, dir, material, original }: Stage, { clock }: Pick<StageOptions, 'clock'>, signal: AbortSignal): Promise<Beside | undefined> {
  if (trial.services.length === 0) return undefined;
  const store = await AttemptStore.create(dir, trial.id, original.attempt);
  const recorder = new Recorder({ out: new PassThrough().resume(), clock, parse: () => [] });
  const context = {
    campaign: campaign.campaign, campaignDir: dir, source_commit: null, provider: machine.provider, image: { reference: '', digest: null },
    services: { provider: machine.provider, images: serviceImages }, material, scrubber: new Scrubber([]), clock, signal,
  };
  const services = await Services.open({ trial, attempt: original.attempt }, context, { store, recorder });
  try {
    services?.give(start.services);
    await services?.begin(start.session, start.plan);
  } catch (error) {
    await services?.close();
    throw error;
  }
  return services;
}
