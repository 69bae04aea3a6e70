import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { everyCase, fullMarks, respond, type Answers } from '../../test/support/full-marks.js';
import type { SelectedCase } from '../scenario/profiles.js';
import type { Answer } from './answers.js';
import type { ParsedScore } from './schemas.js';
import { scoreCase } from './score.js';

const cases = await everyCase();

/** An answer to one question: right, or wrong in one of the ways that agents are wrong, or noise. */
function anyAnswer(selected: SelectedCase, right: Answer): fc.Arbitrary<Answer> {
  const source = fc.constantFrom(...Object.keys(selected.sources), 'nowhere.md', null);
  const quote = fc.oneof(fc.constantFrom(...Object.values(selected.sources), right.quote, right.quote.slice(1), ''), fc.string());
  const value = fc.oneof(fc.constantFrom(right.value, 'unknown', 'unconfirmed', 'csv'), fc.string());
  const change = fc.record({ value, source, quote }, { requiredKeys: [] });
  const link = fc.constantFrom('export-format-9a1', 'launch-date-2d5', null);
  const revision = fc.record({ record_id: fc.string(), source_revision: fc.string(), supersedes: link, dependency_check: fc.string(), action: fc.string() }, { requiredKeys: [] });
  return fc.tuple(change, selected.kind === 'revision' ? revision : fc.constant({})).map(([one, two]) => ({ ...right, ...one, ...two }));
}

const anyAnswers = (selected: SelectedCase): fc.Arbitrary<Answers> =>
  fc.record(Object.fromEntries(Object.entries(fullMarks(selected)).map(([id, right]) => [id, fc.oneof(fc.constant(right), anyAnswer(selected, right))])));

const parsed = (selected: SelectedCase, answers: Answers): ParsedScore => scoreCase(selected, respond(answers)) as ParsedScore;

/** The counts of the contract, written down a second time, from the answers and the key alone. */
function countsByContract(selected: SelectedCase, answers: Answers): Record<string, number> {
  const informed = selected.profile !== 'instructions';
  const rows = Object.entries(answers).map(([id, answer]) => {
    const key = selected.expected[id] as SelectedCase['expected'][string];
    const right = fullMarks(selected)[id] as Answer;
    const value = answer.value === key.value;
    const inSource = answer.source === null ? answer.quote === '' : (selected.sources[answer.source] ?? '').includes(answer.quote);
    const cited = answer.source === key.source && answer.quote.includes(key.quote) && inSource && answer.source_revision === right.source_revision;
    const copied = (['record_id', 'supersedes', 'dependency_check', 'action'] as const).every((field) => answer[field] === right[field]);
    return { value, rejected: value && !cited, grounded: value && cited && copied, category: selected.categories[id], given: answer.value, open: selected.unresolved.has(id) };
  });
  const count = (test: (row: (typeof rows)[number]) => boolean): number => rows.filter(test).length;
  const kept = informed ? count((row) => row.grounded && !row.open) : 0;
  const always = {
    grounded_correct: count((row) => row.grounded), value_correct: count((row) => row.value), citation_rejected: count((row) => row.rejected),
    known_decisions: count((row) => !row.open), known_decisions_retained: kept,
  };
  if (Object.keys(selected.categories).length === 0) return always;
  return {
    ...always,
    decision_retention: kept,
    resolved_questions: count((row) => !row.open),
    corrections: informed ? count((row) => row.grounded && row.category === 'replaced_decision') : 0,
    safe_uncertainty: count((row) => row.grounded && (row.open || !informed)),
    uncertainty_questions: count((row) => row.open || !informed),
    missed_constraints: informed ? count((row) => !row.value && row.category === 'cross_project_constraint') : 0,
    invented_certainty: informed ? count((row) => row.category === 'unresolved' && !row.value && row.given !== 'unknown') : 0,
  };
}

describe.each(cases)('$scenario under $profile', (selected) => {
  test('every count is what the contract says', () => {
    fc.assert(fc.property(anyAnswers(selected), (answers) => { expect(parsed(selected, answers)).toMatchObject(countsByContract(selected, answers)); }));
  });

  test('an answer that is changed never scores higher than the right one, and leaves the others as they were', () => {
    const [ids, right] = [Object.keys(selected.questions), fullMarks(selected)];
    const change = fc.constantFrom(...ids).chain((id) => fc.tuple(fc.constant(id), anyAnswers(selected), anyAnswer(selected, right[id] as Answer)));
    fc.assert(
      fc.property(change, ([id, others, changed]) => {
        const before = parsed(selected, { ...others, [id]: right[id] as Answer });
        const after = parsed(selected, { ...others, [id]: changed });
        for (const figure of ['grounded_correct', 'value_correct', 'known_decisions_retained', 'corrections', 'safe_uncertainty'] as const)
          expect(after[figure] ?? 0).toBeLessThanOrEqual(before[figure] ?? 0);
        for (const figure of ['citation_rejected', 'missed_constraints', 'invented_certainty'] as const)
          expect(after[figure] ?? 0).toBeGreaterThanOrEqual(before[figure] ?? 0);
        const rest = (score: ParsedScore) => score.results.filter(({ question }) => question !== id);
        expect(rest(after)).toEqual(rest(before));
      }),
    );
  });

  test('no text makes the scorer throw, and the same text scores the same', () => {
    const text = fc.oneof(fc.string(), fc.json(), anyAnswers(selected).map(respond), anyAnswers(selected).chain((answers) => fc.nat(400).map((at) => respond(answers).slice(at))));
    fc.assert(fc.property(text, (response) => { expect(JSON.stringify(scoreCase(selected, response))).toBe(JSON.stringify(scoreCase(selected, response))); }));
  });
});
