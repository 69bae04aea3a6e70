import { adaptedDocuments, adaptPrompt } from '../protocol/adaptations.js';
import type { Manifest } from '../protocol/manifest.js';
import type { About, PlannedTrial } from '../trial/planned.js';
import { adaptedKey } from './adapted-workspaces.js';
import { settingsOf } from './modes.js';
import type { BatteryCase, Plan, PlannedCase, PlannedRun, ScenarioCase } from './plan.js';
import { playOf } from './play.js';
import { caseKey, EMPTY_WORKSPACE, type PreparedMaterial } from './prepare-material.js';
import { servicesOf } from './services.js';
import { planSessions } from './sessions.js';

/** The plan's runs with what they start from, in the order in which they start. */
export const plannedTrials = ({ runs, manifest }: Plan, prepared: PreparedMaterial): PlannedTrial[] => runs.map((run) => plannedTrial(run, manifest, prepared));

/** A run as a trial. What a campaign's directory tells of a run is enough for it. */
export function plannedTrial(one: RunOfCase, manifest: Manifest, prepared: PreparedMaterial): PlannedTrial {
  const { id, configuration, adapter, mode, case: planned, run } = one;
  return {
    id,
    configuration,
    adapter,
    task: planned.task,
    profile: planned.profile,
    run,
    about: aboutOf(planned, prepared),
    mode,
    sessions: planSessions(planned.asked[mode].sessions, planned.resets, one),
    prompt: adaptPrompt(planned.asked[mode].prompt, configuration.adaptations),
    settings: { ...settingsOf(configuration, manifest), ...playOf(configuration, planned) },
    services: servicesOf(configuration, manifest),
    provider: configuration.model?.provider ?? null,
    normalize: configuration.normalize ?? manifest.normalize,
    limits: manifest.limits,
    seed: { workspace: workspaceOf(one, prepared), agent: digestFor(prepared.agents, configuration.id) },
  };
}

/** What a trial needs to know of a planned run. */
export interface RunOfCase extends Omit<PlannedRun, 'case'> {
  case: Pick<PlannedCase, 'task' | 'profile' | 'asked' | 'resets'> & { about: AboutOf };
}

/** Of a case, what decides on its score. */
export type AboutOf = Pick<ScenarioCase, 'kind' | 'selected' | 'alternatives'> | Pick<BatteryCase, 'kind' | 'task'>;

function aboutOf({ task, about }: RunOfCase['case'], prepared: PreparedMaterial): About {
  if (about.kind === 'battery') return { kind: 'battery', task: about.task, sha256: digestFor(prepared.tasks, task) };
  const { selected, alternatives } = about;
  return { kind: 'scenario', selected, ...(alternatives && { alternatives: { alternatives: alternatives.alternatives, sha256: digestFor(prepared.alternatives, task) } }) };
}

/** What home and workspace start from. A model without an agent has neither: its agent's files are none, and so is this. */
function workspaceOf({ adapter, configuration, mode, case: planned }: RunOfCase, { workspaces, agents }: PreparedMaterial): string {
  if (adapter.outside !== undefined) return digestFor(agents, configuration.id);
  return digestFor(workspaces, mode === 'prompt' ? EMPTY_WORKSPACE : adaptedDocuments(configuration.adaptations).length > 0 ? adaptedKey(caseKey(planned), configuration.id) : caseKey(planned));
}

function digestFor(digests: Readonly<Record<string, string>>, key: string): string {
  const digest = digests[key];
  if (digest === undefined) throw new TypeError(`nothing was prepared for ${key}`);
  return digest;
}
