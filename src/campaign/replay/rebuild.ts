import { findAdapter } from '../../agents/registry.js';
import type { Material } from '../../evidence/material.js';
import { wholeSelection } from '../../protocol/battery/selection.js';
import { asVariant } from '../../protocol/battery/variants.js';
import { parseTask } from '../../protocol/battery/task-text.js';
import type { Configuration, Manifest, Mode } from '../../protocol/manifest.js';
import { parseAlternatives, type LoadedAlternatives } from '../../scenario/alternatives.js';
import { parseScenario } from '../../scenario/load.js';
import { selectCase } from '../../scenario/profiles.js';
import type { Scenario } from '../../scenario/schema.js';
import type { PlannedTrial } from '../../trial/planned.js';
import { askedOf } from '../battery-cases.js';
import { modeOf } from '../modes.js';
import type { PlannedCase } from '../plan.js';
import { promptKey, type PreparedMaterial } from '../prepare-material.js';
import type { CampaignOnDisk } from '../read-campaign.js';
import { askedSessions, lastPrompt, readPrompts, taskCalled, type AskedSession } from '../sessions.js';
import { partsOf } from '../trial-id.js';
import { plannedTrial, type AboutOf } from '../trials.js';
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
  const rebuilding = { dir, task, profile, mode, manifest, prepared, bytes, into };
  const { about, sessions, resets } = prepared.tasks[task] === undefined ? await scenarioCase(rebuilding) : await batteryCase(rebuilding);
  for (const { turns } of sessions) for (const turn of turns) await into.put(turn);
  const asked = { sessions, prompt: lastPrompt(sessions) };
  const planned = plannedTrial({ id, configuration, adapter: findAdapter(configuration), mode, case: { task, profile, about, asked: { workspace: asked, prompt: asked }, resets }, run }, manifest, prepared);
  // Where bytes are not what their name says, the seed is what they are now.
  const keep = async (digest: string, use: string): Promise<string> => into.put(await bytes.get(digest, use));
  return { ...planned, seed: { ...planned.seed, workspace: await keep(planned.seed.workspace, 'workspace'), agent: await keep(planned.seed.agent, 'agent') } };
}

interface Rebuilding {
  dir: string;
  task: string;
  profile: string;
  mode: Mode;
  manifest: Manifest;
  prepared: PreparedMaterial;
  bytes: CampaignBytes;
  into: Material;
}

/** What a case is about and what it asks. */
interface Rebuilt extends Pick<PlannedCase, 'resets'> {
  about: AboutOf;
  sessions: AskedSession[];
}

async function scenarioCase({ dir, task, profile, mode, manifest, prepared, bytes, into }: Rebuilding): Promise<Rebuilt> {
  const { scenario, place } = parseScenario((await bytes.get(prepared.scenarios[task], 'scenario')).toString('utf8'), `${dir}, the scenario of ${task}`);
  const alternatives = await readAlternatives(prepared.alternatives[task], scenario, bytes, into);
  const { sessions: told, resets } = taskCalled(task, manifest, scenario.id) ?? { resets: {} };
  const key = promptKey({ task, profile }, mode);
  const prompts = await readPrompts(told, async (name) => (await bytes.get(prepared.prompts[`${key}${name}`], 'prompt')).toString('utf8'));
  const sessions = askedSessions(told, prompts.map((turns) => turns.map((text) => ({ text }))), '');
  return { about: { kind: 'scenario', selected: selectCase(scenario, profile, place), alternatives }, sessions, resets };
}

/** The task tells its own prompts; its bytes are put where the attempt refers to them. */
async function batteryCase({ task, profile, manifest, prepared, bytes, into }: Rebuilding): Promise<Rebuilt> {
  const text = (await bytes.get(prepared.tasks[task], 'task')).toString('utf8');
  await into.put(text);
  const kept = asVariant(parseTask(text), profile);
  return { about: { kind: 'battery', task: kept }, sessions: askedOf(kept), resets: wholeSelection(manifest.battery ?? '').resets };
}

/** campaign.json has paths where a plan has digests. */
function preparedOf({ material }: CampaignFile): PreparedMaterial {
  const digests = (places: Readonly<Record<string, string>> = {}): Record<string, string> =>
    Object.fromEntries(Object.entries(places).map(([key, path]) => [key, path.slice(path.lastIndexOf('/') + 1)]));
  return { workspaces: digests(material.workspaces), prompts: digests(material.prompts), scenarios: digests(material.scenarios), alternatives: digests(material.alternatives), tasks: digests(material.tasks), agents: digests(material.agents) };
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
  if (configuration && (material.scenarios?.[task] ?? material.tasks?.[task]) !== undefined) return { configuration, task, profile, run };
  throw missing(`${dir}/campaign.json`, `does not say what ${id} starts from`, 'it was written by another version of this program');
}
