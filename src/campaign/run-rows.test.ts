import { expect, test } from 'vitest';
import type { AnswersLine } from './read-campaign.js';
import { formatRuns } from './run-rows-text.js';
import { runRows } from './run-rows.js';

const line = (configuration: string, run: number, grounded: number | undefined): AnswersLine => ({
  trial: `${configuration}.short.handoff.run-${String(run)}`, attempt: 1, configuration, task: 'short', category: null, scenario: 'short', profile: 'handoff', run, agent: 'command',
  initial_state: 'a', normalized: null,
  score: { questions: 4, format_failure: grounded === undefined ? 'not JSON' : null, ...(grounded !== undefined && { grounded_correct: grounded }) },
});

test('every run of a slot stands in its place, also one whose answer could not be read', () => {
  const [row] = runRows([line('one', 3, 4), line('one', 1, 4), line('one', 2, undefined), line('one', 5, 4), line('one', 4, 4)]);
  expect(row).toMatchObject({ grounded: [4, null, 4, 4, 4], passed: 4 });
  expect(formatRuns(row ? [row] : []).split('\n').at(-1)).toBe('| one | short | handoff | [4, –, 4, 4, 4] of 4 | 4/5 | [0.376, 0.964] | 0.80 | 0.40 | 0.00 |');
});

test('what cannot be known of two runs is not made up', () => {
  expect(formatRuns(runRows([line('b', 1, 4), line('a', 1, 4), line('a', 2, 4)])).split('\n').slice(2)).toEqual([
    '| a | short | handoff | [4, 4] of 4 | 2/2 | [0.342, 1.000] | 1.00 | n/a | n/a |',
    '| b | short | handoff | [4] of 4 | 1/1 | [0.207, 1.000] | 1.00 | n/a | n/a |',
  ]);
});
