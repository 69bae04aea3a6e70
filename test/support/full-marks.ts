import { sha256 } from '../../src/common/digest.js';
import { loadScenario } from '../../src/scenario/load.js';
import { selectCase, supportedProfiles, type SelectedCase } from '../../src/scenario/profiles.js';
import type { Answer } from '../../src/scoring/answers.js';

export type Answers = Record<string, Answer>;

/** The answers that the key asks for, as an honest careful reader would give them. */
export function fullMarks(selected: SelectedCase): Answers {
  return Object.fromEntries(
    Object.entries(selected.expected).map(([id, { value, source, quote, record_id, supersedes, dependency_check, action }]) => {
      const revision = { record_id, source_revision: sha256(selected.sources[source ?? ''] ?? ''), supersedes, dependency_check, action };
      return [id, { value, source, quote, ...(selected.kind === 'revision' && revision) } as Answer];
    }),
  );
}

export const respond = (answers: unknown): string => JSON.stringify({ answers });

/** Every built-in scenario under every profile that it supports. */
export async function everyCase(): Promise<SelectedCase[]> {
  const loaded = await Promise.all(['short', 'long', 'revision'].map((name) => loadScenario({ name })));
  return loaded.flatMap(({ scenario }) => supportedProfiles(scenario).map((profile) => selectCase(scenario, profile)));
}

/** One built-in case, by `scenario/profile`. */
export async function oneCase(name: string): Promise<SelectedCase> {
  const [scenario = '', profile = ''] = name.split('/');
  return selectCase((await loadScenario({ name: scenario })).scenario, profile);
}
