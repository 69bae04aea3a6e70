import { expect, test } from 'vitest';
import { manifestSchema } from '../protocol/manifest.js';
import { batteryFigures, type BatteryFigures } from './battery-figures.js';
import { formatBatteryFigures } from './battery-figures-text.js';
import { formatInvalid } from './invalid-rows-text.js';
import { invalidRows } from './invalid-rows.js';
import type { CampaignOnDisk, PointsLine } from './read-campaign.js';
import type { Slot } from './slots.js';
import { trialId } from './trial-id.js';

/** A battery's trials as a campaign shows them: task → points run by run; undefined, no valid attempt. */
function campaignOf(tasks: Record<string, (0 | 1 | 2 | 3 | undefined)[]>): CampaignOnDisk {
  const slots = Object.entries(tasks).flatMap(([task, runs]) => runs.map((points, index) => ({ configuration: 'codex', task, profile: 'full', run: index + 1, points })));
  const results = slots.flatMap(({ points, ...slot }): PointsLine[] => (points === undefined ? [] : [{ ...slot, trial: trialId(slot), attempt: 1, category: 'project-memory', agent: 'codex', initial_state: null, normalized: null, scenario: null, score: { points, checks: [] } }]));
  const manifest = manifestSchema.parse({ campaign: 'index', battery: 'core-v1', configurations: [{ id: 'codex', agent: 'codex' }] });
  return { dir: '', campaign: { campaign: 'index', protocol: null, manifest, trials: slots.map(trialId), agents: {}, machine: {}, material: { tasks: Object.fromEntries(Object.keys(tasks).map((task) => [task, `material/${task}`])) }, harness: {} }, entries: [], results, resultsText: '', withdrawn: [] };
}

const figures = (tasks: Parameters<typeof campaignOf>[0]): BatteryFigures[] => batteryFigures(campaignOf(tasks), ({ score }) => score.points);

test('means of tasks with equal weights, both intervals, shares, and pass^k over runs without points', () => {
  const rows = figures({ steady: [0, 0, 0, 0, 0], shaky: [0, 1, 0, 2, 3] });
  expect(rows).toMatchObject([{ tasks: 2, complete: 2, runs: 10, figures: { mean: 0.6, at_least: { 1: 0.3, 2: 0.2, 3: 0.1 }, beyond_battery: { low: 0, high: 1.2 } } }]);
  // Of `shaky` two of five passed: 2/5 singles, no threes; of `steady` all.
  expect(rows[0]?.pass_power).toEqual({ 1: 0.7, 3: 0.5, 5: 0.5 });
  expect(rows[0]?.figures?.fixed_battery.low).toBeGreaterThanOrEqual(0);
  expect(rows[0]?.figures?.fixed_battery.high).toBeLessThan(1.2);
  expect(formatBatteryFigures(rows)).toMatch(/^\| codex \| full \| 2 of 2 \| 10 \| 0\.60 \| \[\d\.\d\d, \d\.\d\d\] \| \[0\.00, 1\.20\] \| 30 % \| 20 % \| 10 % \| 0\.70 \| 0\.50 \| 0\.50 \|$/m);
});

test('while a run is missing there is no mean: the denominator is the battery; pass^5 is unknown, not averaged over the rest', () => {
  const rows = figures({ steady: [0, 0, 0, 0, 0], cut: [0, 0, 0, 0, undefined] });
  expect(rows).toMatchObject([{ complete: 1, figures: null, pass_power: { 1: 1, 3: 1, 5: null } }]);
  expect(formatBatteryFigures(rows)).toContain('| 1 of 2 | 9 | results pending |');
});

test('invalid attempts: their rate, and how far off the results could be if they had counted', () => {
  const on = campaignOf({ one: [0, 3], two: [1, undefined] });
  const slot = (invalid: number, exhausted = false): Slot => ({ attempts: 1, invalid, valid: undefined, open: [], exhausted, withdrawn: [] });
  const slots = new Map([['codex.one.full.run-1', slot(1)], ['codex.two.full.run-2', slot(3, true)]]);
  const rows = invalidRows(on, slots, ({ score }) => score.points);
  expect(rows).toEqual([{ configuration: 'codex', attempts: 7, invalid: 4, incomplete: 1, points: { counted: 4 / 3, best: 4 / 7, worst: 16 / 7 }, answers: null }]);
  expect(formatInvalid(rows)).toContain('| codex | 7 | 4 | 57 % | 1 | 1.33 [0.57 … 2.29] |  |');
  expect(formatInvalid([])).toBe('');
});
