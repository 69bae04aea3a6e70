import type { Command } from 'commander';
import { UserError } from '../common/errors.js';
import type { ScenarioReference } from '../scenario/load.js';
import type { SelectedCase } from '../scenario/profiles.js';

export interface ScenarioOptions {
  scenario?: string;
  scenarioFile?: string;
  profile?: string;
}

/** The options by which every continuity verb says what it is about. */
export const withScenarioOptions = (command: Command): Command =>
  command
    .option('--scenario <name>', 'a built-in scenario: short, long, revision (default: short)')
    .option('--scenario-file <path>', 'your own scenario, in the same JSON format')
    .option('--profile <profile>', 'instructions, handoff, contextos, handoff-sentences');

/** Which scenario the options name. */
export function scenarioReference({ scenario, scenarioFile }: ScenarioOptions): ScenarioReference {
  if (scenario !== undefined && scenarioFile !== undefined)
    throw new UserError('CLEANSLATE_OPTIONS', 'both --scenario and --scenario-file are given', { hint: 'give one of them' });
  return scenarioFile === undefined ? { name: scenario ?? 'short' } : { file: scenarioFile };
}

/** The scenario under the profile that the options name. */
export async function caseOf(options: ScenarioOptions): Promise<SelectedCase> {
  const reference = scenarioReference(options);
  const profile = needed(options.profile, '--profile', 'for example `--profile contextos`');
  const { loadCase } = await import('../scenario/load.js');
  return loadCase(reference, profile);
}

/** The value of an option that this use of a verb needs. */
export function needed(value: string | undefined, option: string, hint: string): string {
  if (value === undefined || value.trim() === '') throw new UserError('CLEANSLATE_OPTIONS', `${option} is missing`, { hint: `give ${hint}` });
  return value;
}
