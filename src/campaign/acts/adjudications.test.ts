import { expect, test } from 'vitest';
import type { JournalBody, JournalEntry } from '../../evidence/journal.js';
import type { PointsLine } from '../read-campaign.js';
import { adjudicationLines } from '../adjudication-text.js';
import { adjudications } from './adjudications.js';

const TRIAL = 'codex.owner.full.run-1';
const line = (outcome: 'ambiguous' | 'absent'): PointsLine => ({
  trial: TRIAL, attempt: 2, configuration: 'codex', task: 'owner', category: 'project-memory', scenario: null, profile: 'full', run: 1, agent: 'codex', initial_state: 'a', normalized: 'none',
  score: { points: 2, checks: [{ id: 'queue', kind: 'file-contains', outcome, points: 2 }] },
});
const entries = (...bodies: JournalBody[]): JournalEntry[] => bodies.map((body, at) => ({ ...body, seq: at + 1, time: '2026-05-06T10:00:00.000Z', prev: '0'.repeat(64) }));
const opened: JournalBody = { type: 'adjudication.opened', trial: TRIAL, attempt: 2, by: 'Mara Lind' };
const noted = (points: number | null, attempt = 2): JournalBody => ({ type: 'adjudication.noted', trial: TRIAL, attempt, note: 'the old queue is told as history', points, by: 'Mara Lind' });

test('an ambiguous check opens one by itself, and nothing else does but an evaluator', () => {
  expect(adjudications({ entries: [], results: [line('absent')] })).toEqual([]);
  expect(adjudications({ entries: [], results: [line('ambiguous')] })).toMatchObject([{ open: true, ambiguous: ['queue'], scored: 2, points: 2 }]);
  expect(adjudications({ entries: entries(opened), results: [line('absent')] })).toMatchObject([{ open: true, ambiguous: [], points: 2 }]);
});

test('a note closes it and may change what counts; what was scored stays beside it', () => {
  const [one] = adjudications({ entries: entries(noted(0)), results: [line('ambiguous')] });
  expect(one).toMatchObject({ open: false, scored: 2, points: 0 });
  expect(one && adjudicationLines(one)).toEqual(['check queue ended ambiguous', 'the old queue is told as history (Mara Lind: 0 points)', 'closed; scored 2, counts 0']);
});

test('a note without points leaves them; opened again, the notes before stay', () => {
  expect(adjudications({ entries: entries(noted(0), opened, noted(null)), results: [line('ambiguous')] })).toMatchObject([{ open: false, points: 0, notes: [{ points: 0 }, { points: null }] }]);
  expect(adjudications({ entries: entries(noted(0), opened), results: [line('ambiguous')] })).toMatchObject([{ open: true, points: 0 }]);
});

test('a note on an attempt that was taken back since says nothing of the one that counts', () => {
  expect(adjudications({ entries: entries(noted(0, 1)), results: [line('ambiguous')] })).toMatchObject([{ open: true, points: 2, notes: [] }]);
});
