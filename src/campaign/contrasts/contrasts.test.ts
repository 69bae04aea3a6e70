import { describe, expect, test } from 'vitest';
import { manifestSchema } from '../../protocol/manifest.js';
import type { CampaignOnDisk, ResultLine } from '../read-campaign.js';
import { trialId } from '../trial-id.js';
import { contrastRows, type ContrastRow } from './contrasts.js';
import { formatContrasts } from './text.js';

const TASKS = ['t1', 't2', 't3', 't4', 't5', 't6'];
const RUNS = [1, 2];

/** What every run of a slot got: answers of four; null, an answer that could not be read. */
type Got = Record<string, (task: string, run: number) => number | null>;

/** A campaign of one configuration, as its directory would show it; `got` by profile. */
function campaignOf(got: Got, tasks = TASKS, more: { runs?: number; contrasts?: object } = {}): CampaignOnDisk {
  const profiles = Object.keys(got);
  const slots = profiles.flatMap((profile) => tasks.flatMap((task) => (more.runs === 1 ? [1] : RUNS).map((run) => ({ configuration: 'codex', task, profile, run }))));
  const manifest = manifestSchema.parse({ campaign: 'note', runs: RUNS.length, tasks: tasks.map((id) => ({ id, scenario: 'short', profiles })), configurations: [{ id: 'codex', agent: 'codex' }], ...more });
  const results = slots.map((slot): ResultLine => {
    const grounded = got[slot.profile]?.(slot.task, slot.run) ?? null;
    const score = grounded === null ? { questions: 4, format_failure: 'no JSON' } : { questions: 4, grounded_correct: grounded, known_decisions: 2, known_decisions_retained: slot.profile === 'instructions' ? 0 : Math.min(2, grounded), format_failure: null };
    return { ...slot, trial: trialId(slot), attempt: 1, category: null, agent: 'codex', initial_state: null, normalized: null, scenario: 'short', score };
  });
  return { dir: '', campaign: { campaign: 'note', protocol: null, manifest, trials: slots.map(trialId), agents: {}, machine: {}, material: {}, harness: {} }, entries: [], results, resultsText: '', withdrawn: [] };
}

const rowsOf = (on: CampaignOnDisk): ContrastRow[] => contrastRows(on, ({ score }) => score.points, new Map(TASKS.flatMap((task) => [[`codex.${task}.handoff`, 300], [`codex.${task}.contextos`, 1800]] as const)));

describe('profiles against each other', () => {
  test('a note that did as well as the whole context in every run: that is said, beside what each costs, and no more is claimed', () => {
    const rows = rowsOf(campaignOf({ handoff: () => 4, contextos: () => 4 }));
    expect(rows).toMatchObject([{ a: { profile: 'contextos' }, b: { profile: 'handoff' }, measure: 'answers', context_a: 1800, context_b: 300, result: { tasks: 6, difference: 0, p: 1, equal: null } }]);
    expect(formatContrasts(rows)).toContain("| codex | contextos / handoff | answers grounded | 6 | 1800 / 300 | 1.00 / 1.00 | 0.00 | [0.00, 0.00] | [0.00, 0.00] | 1.000 | 1.000 | within ±0.05 in what was seen; no task's runs differ, so nothing is concluded about others |");
  });

  test('one run of each task concludes nothing about others', () => {
    const rows = rowsOf(campaignOf({ handoff: () => 4, contextos: () => 4 }, TASKS, { runs: 1 }));
    expect(formatContrasts(rows)).toContain('within ±0.05 in what was seen; of one run of a task, nothing is concluded about others |');
  });

  test('one that is always worse is not: p is the smallest there is for six tasks', () => {
    const rows = rowsOf(campaignOf({ handoff: () => 3, contextos: () => 4 }));
    expect(rows).toMatchObject([{ result: { difference: 0.25, p: 0.03125, adjusted_p: 0.03125, larger: 'a', equal: null } }]);
    expect(formatContrasts(rows)).toContain('contextos does better |');
  });

  test('an answer that could not be read is none of its questions, not left out', () => {
    const rows = rowsOf(campaignOf({ handoff: (task) => (task === 't1' ? null : 4), contextos: () => 4 }));
    expect(rows[0]?.result?.difference).toBeCloseTo(1 / 6, 12);
  });

  test('a profile without the facts is held against others by decisions retained: to know nothing is right there', () => {
    const rows = rowsOf(campaignOf({ instructions: () => 4, handoff: () => 4 }));
    expect(rows).toMatchObject([{ measure: 'decisions', result: { mean_a: 1, mean_b: 0 } }]);
    const unread = rowsOf(campaignOf({ instructions: () => null, handoff: () => 4 }));
    expect(unread).toMatchObject([{ measure: 'decisions', result: { mean_a: 1, mean_b: 0 } }]);
  });
});

test('with one run missing the results are pending, and say nothing of the rest', () => {
  const on = campaignOf({ handoff: () => 4, contextos: () => 4 });
  const rows = rowsOf({ ...on, results: on.results.slice(1) });
  expect(rows).toMatchObject([{ result: null, planned: 6 }]);
  expect(formatContrasts(rows)).toContain('| results pending |');
});

test('five tasks conclude nothing, and say so', () => {
  expect(formatContrasts(rowsOf(campaignOf({ handoff: () => 4, contextos: () => 4 }, TASKS.slice(1))))).toContain('within ±0.05 in what was seen; below six tasks nothing is concluded');
});

test('planned contrasts share one error rate, those still to come among them; those not planned are not looked at', () => {
  const got: Got = { handoff: () => 3, contextos: () => 4, 'handoff-sentences': () => 4 };
  expect(rowsOf(campaignOf(got)).map(({ result }) => result?.adjusted_p)).toEqual([0.09375, 1, 0.09375]);
  const one = rowsOf(campaignOf(got, TASKS, { contrasts: { profiles: [['handoff', 'contextos']], margin: { answers: 0.3 } } }));
  expect(one).toMatchObject([{ a: { profile: 'handoff' }, margin: 0.3, result: { adjusted_p: 0.03125, larger: 'b' } }]);
  const varied: Got = { handoff: (_, run) => 4 - run, contextos: (task) => (task === 't1' ? 3 : 4) };
  const both = rowsOf(campaignOf(varied, TASKS, { contrasts: { profiles: [['handoff', 'contextos']], margin: { answers: 0.5 } } }));
  expect(formatContrasts(both)).toContain('contextos does better, and yet equally good within ±0.5 on this battery and beyond it |');
});
