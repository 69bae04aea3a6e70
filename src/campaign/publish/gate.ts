import { plural, type Check } from '../../evidence/check.js';
import type { CampaignOnDisk } from '../read-campaign.js';
import type { Summary } from '../summary.js';
import { trialStates, type TrialState } from '../trial-states.js';

/** Independent runs of every task in every configuration (methodology, "Run counts and reset rules"). */
export const RUNS = 5;

/** What the gate looks at. */
export interface Gated {
  on: CampaignOnDisk;
  /** Of `verify`. */
  checks: readonly Check[];
  summary: Summary;
}

/**
 * Every reason why a campaign cannot be published, one line each; none where it can (methodology, "Publication state"): all five runs of
 * every task complete in every configuration, `verify` without a fault, controls as built, nothing left to decide.
 */
export async function gateReasons({ on, checks, summary }: Gated): Promise<string[]> {
  return [...protocolReasons(on), ...(await incomplete(on)), ...unverified(checks), ...controlReasons(summary), ...undecided(summary), ...contaminated(summary)];
}

function protocolReasons({ campaign: { manifest, protocol_lock }, entries }: CampaignOnDisk): string[] {
  const reasons = manifest.runs < RUNS ? [`manifest: runs is ${String(manifest.runs)}, and the protocol asks for ${String(RUNS)} of every task`] : [];
  if (!entries.some(({ type }) => type === 'campaign.finished')) reasons.push('campaign: not finished');
  if (manifest.battery !== undefined && protocol_lock === undefined) reasons.push('lock: its battery was not locked before the campaign was started (`lock`), and a lock that is made with the first run shows nothing');
  return reasons;
}

/** Of each run without an attempt that counts, what became of it. */
const incomplete = async (on: CampaignOnDisk): Promise<string[]> =>
  (await trialStates(on)).filter(({ state }) => state !== 'valid').map((one) => `${one.trial}: not complete, ${BECAME[one.state]}${one.verdict === '' ? '' : ` (${one.verdict})`}`);

const BECAME: Record<TrialState['state'], string> = {
  pending: 'not run yet',
  running: 'running',
  valid: 'counts',
  invalid: 'its attempts are invalid, and it was not run again',
  interrupted: 'interrupted, and not run again',
  exhausted: 'given up after its last attempt',
  invalidated: 'taken back by an evaluator, and not run again',
};

const unverified = (checks: readonly Check[]): string[] => checks.filter(({ ok, skipped }) => !ok || skipped).map(({ line }) => `verify: ${line}`);

/** A table whose controls nobody can look at says nothing of the harness that made it. */
function controlReasons({ controls }: Summary): string[] {
  if (controls.length === 0) return ['controls: no configuration is a control agent whose result is known beforehand'];
  return controls.filter(({ runs, as_built }) => as_built < runs)
    .map(({ configuration, task, profile, runs, as_built, why }) => `control ${configuration}: ${task} in ${profile} is as built in ${String(as_built)} of ${plural(runs, 'run')}${why === undefined ? '' : `; ${why}`}`);
}

const undecided = ({ adjudications }: Summary): string[] =>
  adjudications.filter(({ open }) => open).map(({ trial, attempt, ambiguous, opened_by }) => `${trial}: attempt ${String(attempt)} has an open adjudication (${[...ambiguous.map((check) => `check ${check}`), ...opened_by.map((by) => `opened by ${by}`)].join(', ')})`);

/** What the resets must not have let through in anything that counts. */
const contaminated = ({ different_initial_states }: Summary): string[] => different_initial_states.map((row) => `${row}: its runs did not start from one initial state`);
