import { expect, test } from 'vitest';
import { scoreInProcess } from './support/answer-in-process.js';
import { generateScenario } from './support/generated/decisions.js';
import { generateRevision } from './support/generated/revision.js';
import { supportedProfiles, type SelectedCase } from '../src/scenario/profiles.js';
import type { Score } from '../src/scoring/schemas.js';

/** What went wrong, readable: the question, what was expected, what was answered. */
function faults({ score, selected }: { score: Score; selected: SelectedCase }): unknown[] {
  if (score.format_failure !== null) return [score.format_failure];
  return score.results
    .filter(({ grounded_correct }) => !grounded_correct)
    .map(({ question, answer }) => ({ profile: selected.profile, asked: selected.questions[question], expected: selected.expected[question], answer }));
}

const seeds = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

test.each(seeds(60))('the newest-first reader gets full marks on generated scenario %i, in every profile', (seed) => {
  const scenario = generateScenario(seed);
  expect(supportedProfiles(scenario)).toHaveLength(4);
  expect(supportedProfiles(scenario).flatMap((profile) => faults(scoreInProcess(['--order', 'newest'], scenario, profile)))).toEqual([]);
});

test.each(seeds(30))('and on generated revision scenario %i', (seed) => {
  const scenario = generateRevision(seed);
  expect(supportedProfiles(scenario).flatMap((profile) => faults(scoreInProcess(['--order', 'newest'], scenario, profile)))).toEqual([]);
});
