import { ownedDirectory } from '../common/owned-directory.js';
import { Material } from '../evidence/material.js';
import type { Layout } from '../agents/adapter.js';
import { HOME, PROGRAMS, WORKSPACE } from '../sandbox/layout.js';
import { workspaceFiles } from '../scenario/workspace-prompt.js';
import { packFiles } from '../trial/seed/tar.js';
import { buildWorkspace } from '../trial/seed/workspace.js';
import { settingsOf, type Plan, type PlannedCase } from './plan.js';
import { promptsOf } from './sessions.js';

/** Digests of everything that trials start from, all of it kept in the campaign's material. */
export interface PreparedMaterial {
  /** `<task>/<profile>` → tar of home and workspace. */
  workspaces: Record<string, string>;
  /** `<task>/<profile>` → the prompt whose answer is scored; `<task>/<profile>/session-<k>/turn-<n>` → those before it. */
  prompts: Record<string, string>;
  /** Task → scenario as read. */
  scenarios: Record<string, string>;
  /** Configuration → tar of its agent's files. */
  agents: Record<string, string>;
}

const LAYOUT: Layout = { home: HOME, workspace: WORKSPACE, programs: PROGRAMS };

export const caseKey = ({ task, profile }: Pick<PlannedCase, 'task' | 'profile'>): string => `${task}/${profile}`;

/** Builds everything as a campaign would, and keeps nothing: what is wrong with it is thrown. */
export async function checkMaterial(plan: Plan): Promise<void> {
  const staging = ownedDirectory('material');
  try {
    await prepareMaterial(plan, await Material.open(staging.path));
  } finally {
    staging.remove();
  }
}

/** Builds every workspace once, before the first trial: the five runs of a task start from the same bytes. */
export async function prepareMaterial({ cases, configurations, file }: Plan, material: Material): Promise<PreparedMaterial> {
  const prepared: PreparedMaterial = { workspaces: {}, prompts: {}, scenarios: {}, agents: {} };
  for (const planned of cases) {
    const key = caseKey(planned);
    const request = { spec: planned.workspace, manifest: file, place: planned.place, files: workspaceFiles(planned.selected) };
    prepared.workspaces[key] = await buildWorkspace(request, (tar) => material.putStream(tar));
    for (const [name, prompt] of promptsOf(planned)) prepared.prompts[`${key}${name}`] = await material.put(prompt);
    prepared.scenarios[planned.task] = await material.put(planned.loaded.text);
  }
  for (const { configuration, adapter } of configurations) {
    prepared.agents[configuration.id] = await material.put(await packFiles(adapter.files(LAYOUT, settingsOf(configuration))));
  }
  return prepared;
}
