import type { Readable } from 'node:stream';
import { ownedDirectory } from '../common/owned-directory.js';
import { Material } from '../evidence/material.js';
import { Scrubber } from '../gateway/redact/scrubber.js';
import { LAYOUT } from '../sandbox/layout.js';
import { workspaceFiles } from '../scenario/workspace-prompt.js';
import { packFiles } from '../trial/seed/tar.js';
import { buildEmptyWorkspace, buildTaskWorkspace, buildWorkspace } from '../trial/seed/workspace.js';
import { adaptedDocuments, adaptPrompt, adaptsPrompts } from '../protocol/adaptations.js';
import { filesBefore } from '../protocol/battery/task.js';
import type { Mode } from '../protocol/manifest.js';
import { refuseTold } from './adapted-texts.js';
import { adaptedFiles, adaptedKey, refuseUnknownDocuments, withDocuments } from './adapted-workspaces.js';
import { refuseCredentials, secretsOf } from './secrets.js';
import { settingsOf } from './modes.js';
import type { Plan, PlannedCase } from './plan.js';
import { promptsOf } from './sessions.js';

/** Digests of everything that trials start from, all of it kept in the campaign's material. */
export interface PreparedMaterial {
  /** `<task>/<profile>` → tar of home and workspace; with `/adapted/<configuration>` at the end, as one configuration gets it; `EMPTY_WORKSPACE` → the one in which a CLI gets prepared prompts. */
  workspaces: Record<string, string>;
  /** `<task>/<profile>` → the prompt whose answer is scored; `<task>/<profile>/session-<k>/turn-<n>` → those before it. With `/prompt` after the profile, as mode `prompt` has them; with `/adapted/<configuration>` at the end, as one configuration gets them. */
  prompts: Record<string, string>;
  /** Task → scenario as read. */
  scenarios: Record<string, string>;
  /** Task → the file beside its scenario, where there is one. */
  alternatives: Record<string, string>;
  /** Task of a battery → the task with its key. */
  tasks: Record<string, string>;
  /** Configuration → tar of its agent's files. */
  agents: Record<string, string>;
}

/** What keeps credentials out of a campaign's material, and who hears of it. */
export interface Cleaning {
  scrubber: Scrubber;
  note(line: string): void;
}


export const caseKey = ({ task, profile }: Pick<PlannedCase, 'task' | 'profile'>): string => `${task}/${profile}`;

/** Where the empty workspace stands among the others; no task has this key. */
export const EMPTY_WORKSPACE = 'empty';

/** Where the prompt of a case in a mode stands. */
export const promptKey = (planned: Pick<PlannedCase, 'task' | 'profile'>, mode: Mode): string => (mode === 'workspace' ? caseKey(planned) : `${caseKey(planned)}/${mode}`);

/** Builds everything as a campaign would, and keeps nothing: what is wrong with it is thrown. */
export async function checkMaterial(plan: Plan, note: Cleaning['note']): Promise<void> {
  const staging = ownedDirectory('material');
  try {
    await prepareMaterial(plan, await Material.open(staging.path), { scrubber: new Scrubber(await secretsOf(plan, process.env)), note });
  } finally {
    staging.remove();
  }
}

/** Builds every workspace once, before the first trial: the five runs of a task start from the same bytes. */
export async function prepareMaterial({ cases, configurations, manifest, file }: Plan, material: Material, { scrubber, note }: Cleaning): Promise<PreparedMaterial> {
  refuseCredentials(scrubber, JSON.stringify(manifest), file);
  const prepared: PreparedMaterial = { workspaces: {}, prompts: {}, scenarios: {}, alternatives: {}, tasks: {}, agents: {} };
  const inSandbox = configurations.filter(({ adapter }) => adapter.outside === undefined);
  const modes = new Set(configurations.map(({ mode }) => mode));
  const documents = new Set<string>();
  for (const planned of cases) {
    const { about } = planned;
    refuseCredentials(scrubber, about.kind === 'battery' ? about.text : about.loaded.text, planned.place);
    if (inSandbox.some(({ mode }) => mode === 'workspace')) {
      const keep = (tar: Readable): Promise<string> => material.putStream(tar);
      const build = (files: ReadonlyMap<string, string>, added?: ReadonlySet<string>): Promise<string> =>
        about.kind === 'battery' ? buildTaskWorkspace(files, planned.place, keep) : buildWorkspace({ spec: about.workspace, manifest: file, place: planned.place, files, ...(added && { added }), scrubber, note }, keep);
      const files = about.kind === 'battery' ? filesBefore(about.task.sessions, 1) : workspaceFiles(about.selected);
      const ever = new Set([...files.keys(), ...planned.asked.workspace.sessions.flatMap(({ laid }) => [...(laid?.keys() ?? [])])]);
      ever.forEach((path) => documents.add(path));
      prepared.workspaces[caseKey(planned)] = await build(files);
      // Both versions are kept here, too.
      for (const one of withDocuments(inSandbox)) prepared.workspaces[adaptedKey(caseKey(planned), one.configuration.id)] = await build(adaptedFiles(files, one, ever, planned.place), new Set(adaptedDocuments(one.configuration.adaptations).map(({ as }) => as)));
    }
    for (const mode of modes) {
      for (const [name, prompt] of promptsOf(planned.asked[mode])) {
        const key = `${promptKey(planned, mode)}${name}`;
        prepared.prompts[key] = await material.put(prompt);
        // Both versions are kept: what everybody gets, and what this one gets instead.
        for (const { configuration: { id, adaptations } } of configurations.filter((one) => one.mode === mode && adaptsPrompts(one.configuration.adaptations))) prepared.prompts[adaptedKey(key, id)] = await material.put(adaptPrompt(prompt, adaptations));
      }
    }
    if (about.kind === 'battery') prepared.tasks[planned.task] = await material.put(about.text);
    else {
      prepared.scenarios[planned.task] = await material.put(about.loaded.text);
      if (about.alternatives) prepared.alternatives[planned.task] = await material.put(about.alternatives.text);
    }
  }
  refuseUnknownDocuments(configurations, documents, file);
  refuseTold(cases, configurations, file);
  if (inSandbox.some(({ mode }) => mode === 'prompt')) prepared.workspaces[EMPTY_WORKSPACE] = await buildEmptyWorkspace((tar) => material.putStream(tar));
  for (const { configuration, adapter } of configurations) {
    prepared.agents[configuration.id] = await material.put(await packFiles(adapter.files(LAYOUT, settingsOf(configuration, manifest))));
  }
  return prepared;
}
