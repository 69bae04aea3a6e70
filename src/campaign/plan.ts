import { resolve, dirname } from 'node:path';
import picomatch from 'picomatch';
import type { AgentAdapter, Settings } from '../agents/adapter.js';
import { findAdapter } from '../agents/registry.js';
import { UserError } from '../common/errors.js';
import type { Configuration, Manifest, ManifestTask } from '../protocol/manifest.js';
import { orderTrials } from '../protocol/order.js';
import { loadScenario, type LoadedScenario } from '../scenario/load.js';
import { selectCase, type SelectedCase } from '../scenario/profiles.js';
import { workspacePrompt } from '../scenario/workspace-prompt.js';

/** A task in one profile: what every configuration gets alike. */
export interface PlannedCase {
  task: string;
  profile: string;
  workspace: ManifestTask['workspace'];
  loaded: LoadedScenario;
  selected: SelectedCase;
  prompt: string;
}

export interface PlannedConfiguration {
  configuration: Configuration;
  adapter: AgentAdapter;
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
export async function planCampaign(manifest: Manifest, file: string): Promise<Plan> {
  const configurations = manifest.configurations.map((configuration, index) => ({
    configuration,
    adapter: findAdapter(configuration, `${file} configurations[${String(index)}]`),
  }));
  const cases = (await Promise.all(manifest.tasks.map((task, index) => planTask(task, file, `tasks[${String(index)}]`)))).flat();
  refuseTwice(cases, file);
  const runs = Array.from({ length: manifest.runs }, (_, index) => index + 1).flatMap((run) =>
    cases.flatMap((planned) =>
      configurations.map((one) => ({ ...one, id: trialId(one.configuration.id, planned, run), case: planned, run })),
    ),
  );
  return { manifest, file, cases, configurations, runs: orderTrials(runs, manifest.order) };
}

/** What a configuration sets about its agent. */
export const settingsOf = ({ model, memory }: Configuration): Settings => ({ model: model?.label ?? null, memory: memory.feature });

/** `<configuration>.<task>.<profile>.run-<n>`. No part holds a dot, so the parts can be told apart. */
const trialId = (configuration: string, { task, profile }: PlannedCase, run: number): string =>
  `${configuration}.${task}.${profile}.run-${String(run)}`;

async function planTask(task: ManifestTask, file: string, place: string): Promise<PlannedCase[]> {
  const reference = task.scenario_file === undefined ? { name: task.scenario ?? '' } : { file: resolve(dirname(file), task.scenario_file) };
  const loaded = await loadScenario(reference).catch((error: unknown) => {
    throw error instanceof UserError && error.where === undefined ? atPlace(error, `${file} ${place}.scenario`) : error;
  });
  const id = task.id ?? slug(loaded.scenario.id, `${file} ${place}`);
  return task.profiles.map((profile) => {
    const selected = selectCase(loaded.scenario, profile, loaded.place);
    return { task: id, profile, workspace: task.workspace, loaded, selected, prompt: workspacePrompt(selected) };
  });
}

/** A scenario's id as part of a trial id. */
function slug(id: string, where: string): string {
  const text = id.toLowerCase().replaceAll(/[^a-z0-9_-]+/g, '-').replaceAll(/^-+|-+$/g, '').slice(0, 63);
  if (text !== '') return text;
  throw new UserError('CLEANSLATE_MANIFEST_INVALID', `scenario id \`${id}\` cannot name a task`, { where, hint: 'give the task an `id`' });
}

function refuseTwice(cases: readonly PlannedCase[], file: string): void {
  const seen = new Set<string>();
  for (const { task, profile } of cases) {
    const key = `${task}/${profile}`;
    if (seen.has(key)) {
      const hint = 'give one of the tasks an `id` of its own';
      throw new UserError('CLEANSLATE_MANIFEST_INVALID', `task \`${task}\` in profile \`${profile}\` is there twice`, { where: file, hint });
    }
    seen.add(key);
  }
}

const atPlace = (error: UserError, where: string): UserError =>
  new UserError(error.code, error.message, { where, ...(error.hint !== undefined && { hint: error.hint }), cause: error.cause });

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
