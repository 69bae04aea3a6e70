import type { PlannedTrial } from '../trial/planned.js';
import { settingsOf, type Plan } from './plan.js';
import { caseKey, type PreparedMaterial } from './prepare-material.js';

/** The plan's runs with what they start from, in the order in which they start. */
export function plannedTrials({ runs, manifest }: Plan, prepared: PreparedMaterial): PlannedTrial[] {
  return runs.map(({ id, configuration, adapter, case: planned, run }) => ({
    id,
    configuration,
    adapter,
    task: planned.task,
    profile: planned.profile,
    run,
    selected: planned.selected,
    sessions: planned.sessions,
    prompt: planned.prompt,
    settings: settingsOf(configuration),
    provider: configuration.model?.provider ?? null,
    normalize: configuration.normalize ?? manifest.normalize,
    limits: manifest.limits,
    seed: { workspace: digestFor(prepared.workspaces, caseKey(planned)), agent: digestFor(prepared.agents, configuration.id) },
  }));
}

function digestFor(digests: Readonly<Record<string, string>>, key: string): string {
  const digest = digests[key];
  if (digest === undefined) throw new TypeError(`nothing was prepared for ${key}`);
  return digest;
}
