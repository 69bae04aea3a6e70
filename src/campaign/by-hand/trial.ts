import { UserError } from '../../common/errors.js';
import { Material } from '../../evidence/material.js';
import { adaptPrompt } from '../../protocol/adaptations.js';
import { keptClasses, type ManualBlock } from '../../protocol/manual.js';
import { wholeReset } from '../../protocol/resets.js';
import { parseScenario } from '../../scenario/load.js';
import { selectCase } from '../../scenario/profiles.js';
import type { HandTrial } from '../../trial/by-hand/trial.js';
import { modeOf } from '../modes.js';
import { promptKey } from '../prepare-material.js';
import type { CampaignOnDisk } from '../read-campaign.js';
import { lockOf } from '../read-lock.js';
import { readPrompts, taskCalled } from '../sessions.js';
import { partsOf } from '../trial-id.js';

/** The trials of a campaign that a person carries out, in its order. */
export function handTrialIds({ campaign: { manifest, trials } }: Pick<CampaignOnDisk, 'campaign'>): string[] {
  const byHand = new Set(manifest.configurations.filter(({ agent }) => agent === 'manual').map(({ id }) => id));
  return trials.filter((id) => byHand.has(partsOf(id).configuration));
}

/**
 * A trial as it was locked, from the campaign's own material: never from today's manifest, scenario or prompts.
 * @throws UserError for a trial that is not there, or that no person carries out
 */
export async function handTrial(on: Pick<CampaignOnDisk, 'dir' | 'campaign'>, id: string): Promise<HandTrial> {
  const { dir, campaign } = on;
  const byHand = handTrialIds(on);
  if (!campaign.trials.includes(id)) throw unknown(id, byHand, `no trial ${JSON.stringify(id)}`);
  if (!byHand.includes(id)) throw unknown(id, byHand, `${id} is run by the program, not by a person`);
  const { task, profile, run, ...parts } = partsOf(id);
  const configuration = campaign.manifest.configurations.find((one) => one.id === parts.configuration);
  const lock = await lockOf(dir);
  const material = await Material.open(dir);
  const stored = async (digest: string | undefined): Promise<string> => (await material.get(digest ?? '')).toString('utf8');
  const { scenario } = parseScenario(await stored(lock.scenarios[task]), `scenario of ${task}`);
  const spec = taskCalled(task, campaign.manifest, scenario.id);
  if (!configuration?.manual || !spec) throw new UserError('CLEANSLATE_CAMPAIGN_UNREADABLE', `its manifest does not hold what ${id} is made of`, { where: dir, hint: '`cleanslate verify` says what is wrong' });
  const mode = modeOf(configuration, campaign.manifest);
  const block = configuration.manual as ManualBlock;
  const key = promptKey({ task, profile }, mode);
  const prompts = await readPrompts(spec.sessions, (name) => stored(lock.prompts[`${key}${name}`]));
  const sessions = prompts.map((turns, session) => ({
    keeps: keptClasses(block, session === 0 ? wholeReset() : wholeReset(spec.resets, configuration.resets, spec.sessions?.[session]?.resets)),
    turns: turns.map((turn) => adaptPrompt(turn, configuration.adaptations)),
  }));
  return {
    id, configuration, manual: block, task, profile, mode, sessions, run, selected: selectCase(scenario, profile),
    prompt: sessions.at(-1)?.turns.at(-1) ?? '', normalize: configuration.normalize ?? campaign.manifest.normalize,
  };
}

function unknown(id: string, byHand: readonly string[], message: string): UserError {
  const near = byHand.filter((one) => one.includes(id) || partsOf(one).configuration === partsOf(id).configuration).slice(0, 3);
  const hint = byHand.length === 0 ? 'no configuration of this campaign has `agent: manual`' : `a person carries out, for example, ${(near.length > 0 ? near : byHand.slice(0, 3)).join(', ')}`;
  return new UserError('CLEANSLATE_NO_TRIAL', message, { hint });
}
