import { resolve, dirname } from 'node:path';
import picomatch from 'picomatch';
import type { AgentAdapter } from '../agents/adapter.js';
import { findAdapter } from '../agents/registry.js';
import { UserError } from '../common/errors.js';
import type { Place } from '../common/place.js';
import type { Configuration, Manifest, ManifestTask, Mode } from '../protocol/manifest.js';
import type { ManifestFile } from '../protocol/manifest-file.js';
import type { Category } from '../protocol/battery/schema.js';
import type { Task } from '../protocol/battery/task.js';
import { orderTrials } from '../protocol/order.js';
import { imageNames } from '../sandbox/images.js';
import { loadScenario, type LoadedScenario } from '../scenario/load.js';
import { preparePrompt } from '../scenario/prepare.js';
import { loadAlternatives, type LoadedAlternatives } from '../scenario/alternatives.js';
import { selectCase, type SelectedCase } from '../scenario/profiles.js';
import { workspacePrompt } from '../scenario/workspace-prompt.js';
import { batteryCases } from './battery-cases.js';
import { checkContrasts } from './contrasts/check.js';
import { checkMode, modeOf } from './modes.js';
import { checkExample, playsExample } from './play.js';
import { checkServiceImages, checkServiceResets, checkServices } from './services.js';
import { askedSessions, lastPrompt, readTurns, refuseImpossible, taskId, type AskedSession } from './sessions.js';
import { trialId } from './trial-id.js';

/** A task in one profile: what every configuration gets alike. */
export interface PlannedCase {
  task: string;
  profile: string;
  /** Its place in the manifest. */
  place: string;
  about: ScenarioCase | BatteryCase;
  /** What it is asked in each mode. */
  asked: Record<Mode, Asked>;
  /** What happens to an agent's state between its sessions, where nothing more specific says so. */
  resets: ManifestTask['resets'];
}

/** The questions of a scenario. */
export interface ScenarioCase {
  kind: 'scenario';
  workspace: ManifestTask['workspace'];
  loaded: LoadedScenario;
  selected: SelectedCase;
  /** Null where no such file stands beside the scenario. */
  alternatives: LoadedAlternatives | null;
}

/** A task of a battery. */
export interface BatteryCase {
  kind: 'battery';
  /** Version of the protocol that the battery follows. */
  protocol: string;
  category: Category;
  task: Task;
  /** The task with its key, as the campaign keeps it. */
  text: string;
}

/** What a case is asked in one mode. */
export interface Asked {
  sessions: AskedSession[];
  /** The prompt whose answer is scored: the last one. */
  prompt: string;
}

export interface PlannedConfiguration {
  configuration: Configuration;
  adapter: AgentAdapter;
  mode: Mode;
}

/** One run of a case in a configuration. */
export interface PlannedRun extends PlannedConfiguration {
  id: string;
  case: PlannedCase;
  run: number;
}

export interface Plan {
  manifest: Manifest;
  /** The manifest's path, where relative paths start. */
  file: string;
  cases: PlannedCase[];
  configurations: PlannedConfiguration[];
  /** In the order in which they start. */
  runs: PlannedRun[];
}

/**
 * Everything a manifest asks for, checked before anything starts.
 * @throws UserError for scenarios, profiles and agents that are not there or do not fit
 */
export async function planCampaign({ manifest, file, place }: ManifestFile): Promise<Plan> {
  checkServiceImages(manifest, place);
  const configurations = manifest.configurations.map((configuration, index) => planConfiguration(configuration, manifest, within(place, 'configurations', index)));
  checkServiceResets(manifest, place);
  const cases: PlannedCase[] = [];
  for (const [index, task] of manifest.tasks.entries()) {
    const planned = await planTask(task, file, within(place, 'tasks', index));
    refuseMixture(cases, planned, place(['tasks', index]));
    cases.push(...planned);
    for (const one of configurations) refuseImpossible(task, one, within(place, 'tasks', index, 'sessions'));
  }
  if (manifest.battery !== undefined) cases.push(...(await batteryCases(manifest, { file, place, configurations, taken: cases.map(({ task }) => task) })));
  manifest.configurations.forEach((configuration, index) => { checkExample(configuration, cases, within(place, 'configurations', index)); });
  checkContrasts(manifest, cases, within(place, 'contrasts'));
  const runs = Array.from({ length: manifest.runs }, (_, index) => index + 1).flatMap((run) =>
    cases.flatMap((planned) =>
      configurations.filter(({ configuration }) => playsExample(configuration, planned)).map((one) => ({ ...one, id: trialId({ configuration: one.configuration.id, task: planned.task, profile: planned.profile, run }), case: planned, run })),
    ),
  );
  return { manifest, file, cases, configurations, runs: orderTrials(runs, manifest.order) };
}

/** Places below a key of the manifest. */
const within = (place: Place, ...keys: PropertyKey[]): Place => (path) => place([...keys, ...path]);

function planConfiguration(configuration: Configuration, manifest: Manifest, place: Place): PlannedConfiguration {
  const adapter = findAdapter(configuration, place);
  checkMode(configuration, manifest.providers, place);
  checkServices(configuration, adapter, manifest, place);
  if (adapter.outside !== undefined || imageNames().includes(adapter.image)) return { configuration, adapter, mode: modeOf(configuration, manifest) };
  const hint = `the folders of images/ are ${imageNames().join(', ')}`;
  throw new UserError('CLEANSLATE_IMAGE_UNKNOWN', `there is no image \`${adapter.image}\``, { where: place(['command', 'image']), hint });
}

async function planTask(task: ManifestTask, file: string, place: Place): Promise<PlannedCase[]> {
  const reference = task.scenario_file === undefined ? { name: task.scenario ?? '' } : { file: resolve(dirname(file), task.scenario_file) };
  const loaded = await loadScenario(reference).catch((error: unknown) => {
    throw error instanceof UserError && error.where === undefined ? atPlace(error, place(['scenario']), 'name a built-in one, or your own file as `scenario_file`') : error;
  });
  const id = nameTask(task, loaded.scenario.id, place([]));
  const alternatives = await loadAlternatives(loaded.file, loaded.scenario);
  const asked = await readTurns(task, file, within(place, 'sessions'));
  return task.profiles.map((profile, index) => {
    const selected = selectProfile(loaded, profile, place(['profiles', index]));
    const ask = (probe: string): Asked => {
      const sessions = askedSessions(task.sessions, asked, probe);
      return { sessions, prompt: lastPrompt(sessions) };
    };
    return { task: id, profile, place: place(['workspace']), about: { kind: 'scenario', workspace: task.workspace, loaded, selected, alternatives }, resets: task.resets, asked: { workspace: ask(workspacePrompt(selected)), prompt: ask(preparePrompt(selected)) } };
  });
}

/** That a scenario has no such profile is said where the profile was asked for; what is wrong in the scenario, there. */
function selectProfile({ scenario, place }: LoadedScenario, profile: string, where: string): SelectedCase {
  try {
    return selectCase(scenario, profile, place);
  } catch (error) {
    throw error instanceof UserError && error.code.startsWith('CLEANSLATE_PROFILE_') ? atPlace(error, where) : error;
  }
}

function nameTask(task: ManifestTask, scenario: string, where: string): string {
  const id = taskId(task, scenario);
  if (id !== '') return id;
  throw new UserError('CLEANSLATE_MANIFEST_INVALID', `scenario id \`${scenario}\` cannot name a task`, { where, hint: 'give the task an `id`' });
}

/** Results are told apart by task, and read again by the id of the scenario: neither may stand for two things. */
function refuseMixture(before: readonly PlannedCase[], [planned]: readonly PlannedCase[], where: string): void {
  const scenario = (one: PlannedCase | undefined): LoadedScenario | undefined => (one?.about.kind === 'scenario' ? one.about.loaded : undefined);
  const { scenario: { id } = {}, text } = scenario(planned) ?? {};
  const fail = (message: string, hint: string): UserError => new UserError('CLEANSLATE_MANIFEST_INVALID', message, { where, hint });
  if (before.some(({ task }) => task === planned?.task)) throw fail(`task \`${planned?.task ?? ''}\` is there twice`, 'give one of the tasks an `id` of its own, or list its profiles in one');
  const other = before.map(scenario).find((loaded) => loaded?.scenario.id === id && loaded?.text !== text);
  if (other) throw fail(`scenario id \`${id ?? ''}\` is that of ${other.file} too, which says something else`, 'give one of the scenarios another id');
}

const atPlace = (error: UserError, where: string, hint = error.hint): UserError =>
  new UserError(error.code, error.message, { where, ...(hint !== undefined && { hint }), cause: error.cause });

/** The ids of the runs that a glob matches; of all where there is none. @throws UserError where it matches nothing */
export function selectRuns({ runs }: Plan, only: string | undefined): ReadonlySet<string> {
  const matches = only === undefined ? () => true : picomatch(only);
  const chosen = new Set(runs.map(({ id }) => id).filter((id) => matches(id)));
  if (chosen.size > 0) return chosen;
  throw new UserError('CLEANSLATE_ONLY_NOTHING', `no trial matches ${JSON.stringify(only)}`, {
    where: '--only',
    hint: `a trial is called, for example, ${runs[0]?.id ?? ''}`,
  });
}
