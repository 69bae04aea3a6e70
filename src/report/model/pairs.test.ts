import { expect, test } from 'vitest';
import { trialId } from '../../campaign/trial-id.js';
import { pairsOf } from './pairs.js';
import type { TrialRow } from './trial-rows.js';

const row = (configuration: string, run: number, grounded: number, more: Partial<TrialRow> = {}): TrialRow => {
  const parts = { configuration, task: 't', profile: 'p', run };
  return { ...parts, trial: trialId(parts), state: 'valid', attempts: 1, verdict: `${String(grounded)}/4`, category: null, invalid: 0, outcome: { passed: grounded === 4, context_characters: null, grounded, questions: 4 }, stages: [], duration_ms: 1, ...more };
};

test('a run that came out otherwise is held against the first that passed', () => {
  expect(pairsOf([row('a', 1, 2), row('a', 2, 4), row('a', 3, 4)])).toEqual([['a.t.p.run-2', 'a.t.p.run-1']]);
});

test('five that all failed, against what passed elsewhere; and among themselves where they differ', () => {
  expect(pairsOf([row('a', 1, 0), row('a', 2, 1), row('b', 1, 4)])).toEqual([['b.t.p.run-1', 'a.t.p.run-1'], ['a.t.p.run-1', 'a.t.p.run-2']]);
});

test('what has not ended is compared with nothing', () => {
  expect(pairsOf([row('a', 1, 4), row('a', 2, 0, { state: 'running' }), row('a', 3, 0, { state: 'pending', attempts: 0 })])).toEqual([]);
});
