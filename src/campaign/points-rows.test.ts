import { expect, test } from 'vitest';
import { pointRunRows, pointsRows } from './points-rows.js';
import { formatPointRuns, formatPoints } from './points-text.js';
import type { PointsLine } from './read-campaign.js';

const line = (configuration: string, task: string, category: string, run: number, points: 0 | 1 | 2 | 3, outcome: 'right' | 'absent' | 'ambiguous' = 'absent'): PointsLine => ({
  trial: `${configuration}.${task}.full.run-${String(run)}`, attempt: 1, configuration, task, category, scenario: null, profile: 'full', run, agent: 'codex', initial_state: 'a', normalized: 'none',
  score: { points, checks: [{ id: 'x', kind: 'exact', outcome: points === 0 && outcome === 'absent' ? 'right' : outcome, points }] },
});

const LINES = [line('b', 'owner', 'project-memory', 2, 0), line('b', 'owner', 'project-memory', 1, 3), line('b', 'quote', 'document-recall', 1, 2), line('a', 'owner', 'project-memory', 1, 0, 'ambiguous')];

test('points are summed raw, by category and in total, beside the trials that they were given for', () => {
  expect(formatPoints(pointsRows(LINES)).split('\n').slice(2)).toEqual(['| a | full | 0 in 1 | – | – | – | 0 | 1 | 1 |', '| b | full | 3 in 2 | – | – | 2 in 1 | 5 | 3 | 0 |']);
});

test('every run of a slot stands in its place, and what two runs cannot tell is not made up', () => {
  expect(formatPointRuns(pointRunRows(LINES)).split('\n').slice(2)).toEqual([
    '| a | owner | project-memory | full | [0] | 1/1 | [0.207, 1.000] | 1.00 | n/a | n/a |',
    '| b | owner | project-memory | full | [3, 0] | 1/2 | [0.095, 0.905] | 0.50 | n/a | n/a |',
    '| b | quote | document-recall | full | [2] | 0/1 | [0.000, 0.793] | 0.00 | n/a | n/a |',
  ]);
});
