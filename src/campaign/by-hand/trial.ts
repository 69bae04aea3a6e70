import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../../common/errors.js';
import { LOCK_FILE } from '../../evidence/layout.js';
import { Material } from '../../evidence/material.js';
import type { Lock } from '../../protocol/lock.js';
import { keptClasses, type ManualBlock } from '../../protocol/manual.js';
import { wholeReset } from '../../protocol/resets.js';
import { ONE_PROBE } from '../../protocol/sessions.js';
import { parseScenario } from '../../scenario/load.js';
import { selectCase } from '../../scenario/profiles.js';
import type { HandTrial } from '../../trial/by-hand/trial.js';
import { modeOf } from '../modes.js';
import { promptKey } from '../prepare-material.js';
import type { CampaignOnDisk } from '../read-campaign.js';
import { promptName, taskId } from '../sessions.js';

/** The trials of a campaign that a person carries out, in its order. */
export function handTrialIds({ campaign: { manifest, trials } }: Pick<CampaignOnDisk, 'campaign'>): string[] {
  const byHand = new Set(manifest.configurations.filter(({ agent }) => agent === 'manual').map(({ id }) => id));
  return trials.filter((id) => byHand.has(configurationOf(id)));
}

const configurationOf = (trial: string): string => trial.split('.')[0] ?? trial;

/**
 * A trial as it was locked, from the campaign's own material: never from today's manifest, scenario or prompts.
 * @throws UserError for a trial that is not there, or that no person carries out
 */
export async function handTrial(on: Pick<CampaignOnDisk, 'dir' | 'campaign'>, id: string): Promise<HandTrial> {
  const { dir, campaign } = on;
  const byHand = handTrialIds(on);
  if (!campaign.trials.includes(id)) throw unknown(id, byHand, `no trial ${JSON.stringify(id)}`);
  if (!byHand.includes(id)) throw unknown(id, byHand, `${id} is run by the program, not by a person`);
  const [name = '', task = '', profile = '', run = ''] = id.split('.');
  const configuration = campaign.manifest.configurations.find((one) => one.id === name);
  const lock = JSON.parse(await readFile(join(dir, LOCK_FILE), 'utf8')) as Lock;
  const material = await Material.open(dir);
  const stored = async (digest: string | undefined): Promise<string> => (await material.get(digest ?? '')).toString('utf8');
  const { scenario } = parseScenario(await stored(lock.scenarios[task]), `scenario of ${task}`);
  const spec = campaign.manifest.tasks.find((one) => taskId(one, scenario.id) === task);
  if (!configuration?.manual || !spec) throw new UserError('CLEANSLATE_CAMPAIGN_UNREADABLE', `its manifest does not hold what ${id} is made of`, { where: dir, hint: '`cleanslate verify` says what is wrong' });
  const mode = modeOf(configuration, campaign.manifest);
  const specs = spec.sessions ?? ONE_PROBE;
  const turns = specs.map((one) => one.turns.length);
  const block = configuration.manual as ManualBlock;
  const key = promptKey({ task, profile }, mode);
  const sessions = await Promise.all(turns.map(async (count, session) => ({ keeps: keptClasses(block, session === 0 ? wholeReset() : wholeReset(spec.resets, configuration.resets, specs[session]?.resets)), turns: await Promise.all(Array.from({ length: count }, (_, turn) => stored(lock.prompts[`${key}${promptName(turns, session, turn)}`]))) })));
  return {
    id, configuration, manual: block, task, profile, mode, sessions, run: Number(run.replace('run-', '')), selected: selectCase(scenario, profile),
    prompt: sessions.at(-1)?.turns.at(-1) ?? '', normalize: configuration.normalize ?? campaign.manifest.normalize,
  };
}

function unknown(id: string, byHand: readonly string[], message: string): UserError {
  const near = byHand.filter((one) => one.includes(id) || configurationOf(one) === configurationOf(id)).slice(0, 3);
  const hint = byHand.length === 0 ? 'no configuration of this campaign has `agent: manual`' : `a person carries out, for example, ${(near.length > 0 ? near : byHand.slice(0, 3)).join(', ')}`;
  return new UserError('CLEANSLATE_NO_TRIAL', message, { hint });
}
