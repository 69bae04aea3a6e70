import { findAdapter } from '../../agents/registry.js';
import type { Material } from '../../evidence/material.js';
import type { Configuration } from '../../protocol/manifest.js';
import { parseAlternatives, type LoadedAlternatives } from '../../scenario/alternatives.js';
import { parseScenario } from '../../scenario/load.js';
import { selectCase } from '../../scenario/profiles.js';
import type { Scenario } from '../../scenario/schema.js';
import type { PlannedTrial } from '../../trial/planned.js';
import { modeOf } from '../modes.js';
import { promptKey, type PreparedMaterial } from '../prepare-material.js';
import type { CampaignOnDisk } from '../read-campaign.js';
import { askedSessions, lastPrompt, readPrompts, taskCalled } from '../sessions.js';
import { partsOf } from '../trial-id.js';
import { plannedTrial } from '../trials.js';
import type { CampaignBytes} from './bytes.js';
import { missing } from './bytes.js';

type CampaignFile = CampaignOnDisk['campaign'];

/** Where a trial stands in its campaign's manifest. */
interface Standing {
  configuration: Configuration;
  task: string;
  profile: string;
  run: number;
}

/**
 * A trial of a campaign as it was planned, from the campaign's directory alone.
 * @param bytes what the campaign holds by digest
 * @param into gets what the sandbox is seeded with and asked
 * @throws UserError that names what is not there
 */
export async function rebuildTrial({ dir, campaign }: CampaignOnDisk, id: string, bytes: CampaignBytes, into: Material): Promise<PlannedTrial> {
  const { configuration, task, profile, run } = standingOf(dir, campaign, id);
  const { manifest } = campaign;
  const prepared = preparedOf(campaign);
  const mode = modeOf(configuration, manifest);
  const { scenario, place } = parseScenario((await bytes.get(prepared.scenarios[task], 'scenario')).toString('utf8'), `${dir}, the scenario of ${task}`);
  const alternatives = await readAlternatives(prepared.alternatives[task], scenario, bytes, into);
  const { sessions: told, resets } = taskCalled(task, manifest, scenario.id) ?? { resets: {} };
  const key = promptKey({ task, profile }, mode);
  const prompts = await readPrompts(told, async (name) => (await bytes.get(prepared.prompts[`${key}${name}`], 'prompt')).toString('utf8'));
  const sessions = askedSessions(told, prompts.map((turns) => turns.map((text) => ({ text }))), '');
  for (const { turns } of sessions) for (const turn of turns) await into.put(turn);
  const asked = { sessions, prompt: lastPrompt(sessions) };
  const planned = plannedTrial({ id, configuration, adapter: findAdapter(configuration), mode, case: { task, profile, selected: selectCase(scenario, profile, place), alternatives, asked: { workspace: asked, prompt: asked }, resets }, run }, manifest, prepared);
  // Where bytes are not what their name says, the seed is what they are now.
  const keep = async (digest: string, use: string): Promise<string> => into.put(await bytes.get(digest, use));
  return { ...planned, seed: { ...planned.seed, workspace: await keep(planned.seed.workspace, 'workspace'), agent: await keep(planned.seed.agent, 'agent') } };
}

/** campaign.json has paths where a plan has digests. */
function preparedOf({ material }: CampaignFile): PreparedMaterial {
  const digests = (places: Readonly<Record<string, string>> = {}): Record<string, string> =>
    Object.fromEntries(Object.entries(places).map(([key, path]) => [key, path.slice(path.lastIndexOf('/') + 1)]));
  return { workspaces: digests(material.workspaces), prompts: digests(material.prompts), scenarios: digests(material.scenarios), alternatives: digests(material.alternatives), agents: digests(material.agents) };
}

async function readAlternatives(digest: string | undefined, scenario: Scenario, bytes: CampaignBytes, into: Material): Promise<LoadedAlternatives | null> {
  if (digest === undefined) return null;
  const text = (await bytes.get(digest, 'alternatives')).toString('utf8');
  await into.put(text);
  return { text, alternatives: parseAlternatives(text, digest, scenario) };
}

function standingOf(dir: string, { manifest, material }: CampaignFile, id: string): Standing {
  const { task, profile, run, ...parts } = partsOf(id);
  const configuration = manifest.configurations.find((one) => one.id === parts.configuration);
  if (configuration && material.scenarios?.[task] !== undefined) return { configuration, task, profile, run };
  throw missing(`${dir}/campaign.json`, `does not say what ${id} starts from`, 'it was written by another version of this program');
}
