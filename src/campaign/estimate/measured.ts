import { z } from 'zod';
import type { PlannedRun } from '../plan.js';
import { readCampaign } from '../read-campaign.js';

const line = z.looseObject({
  agent: z.string(),
  model_id: z.string(),
  provider: z.string(),
  scenario: z.string().nullable(),
  task: z.string(),
  profile: z.string(),
  input_tokens: z.number().nullable(),
  output_tokens: z.number().nullable(),
  duration_ms: z.number(),
});
type Line = z.infer<typeof line>;

/** What trials of earlier campaigns used. */
export interface Measured {
  lines: Line[];
  dirs: readonly string[];
}

/** Means over like trials, and in words which they are. */
export interface Likeness {
  input_tokens: number | null;
  output_tokens: number | null;
  seconds: number;
  basis: string;
}

/** Reads the valid attempts of campaigns. @throws UserError where a directory is none */
export async function readMeasured(dirs: readonly string[]): Promise<Measured> {
  const lines: Line[] = [];
  for (const dir of dirs) lines.push(...(await readCampaign(dir)).results.map((one) => line.parse(one)));
  return { lines, dirs };
}

/** The closest that was measured: the same agent and model on the same scenario and profile, on the same scenario, on any; undefined where there is none. */
export function likeness({ lines, dirs }: Measured, { configuration, adapter, case: planned }: PlannedRun): Likeness | undefined {
  const model = configuration.model?.label ?? adapter.id;
  const same = lines.filter((one) => one.agent === adapter.id && one.model_id === model && one.provider === (configuration.model?.provider ?? 'none'));
  const { about } = planned;
  const scenario = same.filter((one) => (about.kind === 'scenario' ? one.scenario === about.loaded.scenario.id : one.scenario === null && one.task === planned.task));
  const profile = scenario.filter((one) => one.profile === planned.profile);
  const [found, of] = profile.length > 0 ? [profile, 'scenario and profile'] : scenario.length > 0 ? [scenario, 'scenario, other profiles'] : [same, 'agent and model only'];
  if (found.length === 0) return undefined;
  const basis = `mean of ${found.length === 1 ? '1 measured trial' : `${String(found.length)} measured trials`} in ${dirs.join(', ')} (same ${of})`;
  return { input_tokens: mean(found.map((one) => one.input_tokens)), output_tokens: mean(found.map((one) => one.output_tokens)), seconds: (mean(found.map((one) => one.duration_ms)) ?? 0) / 1000, basis };
}

/** Of those that are known; null where none is. */
function mean(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}
