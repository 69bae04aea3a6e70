import { expect, test } from 'vitest';
import { BEHAVIOURS } from './behaviours.js';
import { controlExpectation, type ControlScore } from './expectation.js';

const score = (profile: string, grounded_correct: number, value_correct: number, citation_rejected = 0, more: Partial<ControlScore> = {}): ControlScore => ({
  profile, questions: 4, grounded_correct, value_correct, citation_rejected, format_failure: false, ...more,
});

const ok = (id: string, given: ControlScore): boolean | undefined => controlExpectation(`control/${id}`)?.(given).ok;

test('every control agent has one, and no other agent', () => {
  expect(BEHAVIOURS.filter(({ id }) => controlExpectation(id) === undefined)).toEqual([]);
  expect(controlExpectation('codex')).toBeUndefined();
  expect(controlExpectation('constructor')).toBeUndefined();
});

test.each(BEHAVIOURS.map(({ id }) => id))('%s is never allowed a format failure', (id) => {
  expect(controlExpectation(id)?.(score('handoff', 0, 0, 0, { format_failure: true }))).toMatchObject({ ok: false });
});

test('the oracle needs all, everywhere', () => {
  for (const profile of ['instructions', 'handoff', 'contextos']) {
    expect(ok('oracle-reader', score(profile, 4, 4))).toBe(true);
    expect(ok('oracle-reader', score(profile, 3, 4, 1))).toBe(false);
  }
});

test('the stale reader must be wrong where history is shown, and only there', () => {
  expect(ok('stale-reader', score('contextos', 1, 1))).toBe(true);
  expect(ok('stale-reader', score('contextos', 4, 4))).toBe(false);
  expect(ok('stale-reader', score('handoff', 4, 4))).toBe(true);
});

test('amnesiac and leaker know nothing but that they know nothing', () => {
  for (const id of ['amnesiac', 'leaker']) {
    expect(ok(id, score('instructions', 4, 4))).toBe(true);
    expect(ok(id, score('handoff', 0, 0))).toBe(true);
    expect(ok(id, score('handoff', 1, 1))).toBe(false);
    // A withdrawn decision that nothing replaced: there, "unknown" is right.
    expect(ok(id, score('contextos', 1, 1, 0, { unanswerable: 1 }))).toBe(true);
  }
  expect(controlExpectation('control/leaker')?.(score('handoff', 0, 0, 0, { notes_found: 2 }))).toEqual({
    ok: false,
    why: 'expected no notes of an earlier run, got of 4: grounded 0, value 0, citation rejected 0, notes found 2',
  });
});

test('the inventor may hit a value, never with evidence', () => {
  expect(ok('inventor', score('handoff', 0, 2, 2))).toBe(true);
  expect(ok('inventor', score('handoff', 1, 2, 1))).toBe(false);
  expect(ok('inventor', score('instructions', 0, 1))).toBe(false);
});

test('the fragment quoter has every value and no citation', () => {
  expect(ok('fragment-quoter', score('handoff', 0, 4, 4))).toBe(true);
  expect(ok('fragment-quoter', score('handoff', 0, 3, 3))).toBe(false);
  expect(ok('fragment-quoter', score('handoff', 1, 4, 3))).toBe(false);
});
