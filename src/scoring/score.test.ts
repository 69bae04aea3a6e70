import { describe, expect, test } from 'vitest';
import { everyCase, fullMarks, oneCase, respond, type Answers } from '../../test/support/full-marks.js';
import { loadScenario } from '../scenario/load.js';
import { quoteCharacters } from './quotes.js';
import { scoreSchema, type ParsedScore } from './schemas.js';
import { score, scoreCase } from './score.js';

const short = await oneCase('short/contextos');
const right = fullMarks(short);
const scored = (change: Record<string, Partial<Answers[string]>>): ParsedScore => {
  const answers = Object.fromEntries(Object.entries(right).map(([id, answer]) => [id, { ...answer, ...change[id] }]));
  return scoreCase(short, respond(answers)) as ParsedScore;
};
const session = short.sources['sessions/2026-03-12.md'] ?? '';
const decisions = short.sources['state/decisions.md'] ?? '';
const sentence = right['export_format']?.quote ?? '';

test('full marks, in the fields and the order of the questions', () => {
  expect(scored({})).toMatchObject({
    scenario: 'short', profile: 'contextos', questions: 4, grounded_correct: 4, value_correct: 4, citation_rejected: 0,
    known_decisions_retained: 3, known_decisions: 3, format_failure: null,
    results: ['database', 'export_format', 'upload_retries', 'launch_month'].map((question) => ({ question, category: null, grounded_correct: true, value_correct: true, citation_rejected: false, answer: right[question] })),
  });
  expect(Object.keys(scored({}))).not.toContain('decision_retention');
  expect(Object.keys(scored({}))).not.toContain('layer_counts');
});

/** What is wrong with one answer; the others stay right. */
const wrong: [string, Record<string, Partial<Answers[string]>>, { value: boolean; rejected: boolean }][] = [
  ['a wrong decision', { export_format: { value: 'xml' } }, { value: false, rejected: false }],
  ['a replaced decision with its own sentence', { export_format: { value: 'xml', source: 'sessions/2026-03-12.md', quote: 'The Lantern export writes XML, because the archive asked for it.' } }, { value: false, rejected: false }],
  ['invented certainty', { launch_month: { value: 'june', source: 'sessions/2026-03-12.md', quote: 'The launch month of Lantern is June, in time for the summer exhibition.' } }, { value: false, rejected: false }],
  ['an unsupported guess', { database: { source: null, quote: '' } }, { value: true, rejected: true }],
  ['"unknown" where it was known', { database: { value: 'unknown', source: null, quote: '' } }, { value: false, rejected: false }],
  ['a value in other letters', { export_format: { value: 'CSV' } }, { value: false, rejected: false }],
  ['a value with a space', { export_format: { value: 'csv ' } }, { value: false, rejected: false }],
  ['a stale source', { export_format: { source: 'sessions/2026-03-12.md', quote: session } }, { value: true, rejected: true }],
  ['the right sentence from the wrong file', { export_format: { source: 'state/blockers.md' } }, { value: true, rejected: true }],
  ['a file that the profile does not show', { export_format: { source: 'HANDOFF.md' } }, { value: true, rejected: true }],
  ['a path with ./ in front', { export_format: { source: './state/decisions.md' } }, { value: true, rejected: true }],
  ['a part of the sentence', { export_format: { quote: 'The Lantern export writes CSV' } }, { value: true, rejected: true }],
  ['another sentence of the right file', { export_format: { quote: 'Column names follow the labels of the catalogue form.' } }, { value: true, rejected: true }],
  ['a quote with a word changed', { export_format: { quote: sentence.replace('writes', 'uses') } }, { value: true, rejected: true }],
  ['a quote in other letters', { export_format: { quote: sentence.toUpperCase() } }, { value: true, rejected: true }],
  ['a quote with text of one\'s own around it', { export_format: { quote: `It says: ${sentence}` } }, { value: true, rejected: true }],
  ['an empty quote', { export_format: { quote: '' } }, { value: true, rejected: true }],
];

describe.each(wrong)('%s', (_, change, { value, rejected }) => {
  test('fails that one question and no other', () => {
    const score = scored(change);
    const [id = ''] = Object.keys(change);
    expect(score).toMatchObject({ grounded_correct: 3, value_correct: value ? 4 : 3, citation_rejected: rejected ? 1 : 0, known_decisions_retained: id === 'launch_month' ? 3 : 2 });
    expect(score.results.filter((result) => !result.grounded_correct).map(({ question }) => question)).toEqual([id]);
    expect(score.results.find(({ question }) => question === id)).toMatchObject({ value_correct: value, citation_rejected: rejected });
  });
});

test('a longer verbatim quote is grounded, up to the whole source, and its length is told', () => {
  const score = scored({ export_format: { quote: decisions } });
  expect(score.grounded_correct).toBe(4);
  expect(quoteCharacters(score)).toBe([...decisions].length);
  expect(quoteCharacters(scoreCase(short, 'no'))).toBeNull();
});

test('under instructions only to know nothing is right, and nothing counts as kept', async () => {
  const instructions = await oneCase('short/instructions');
  expect(scoreCase(instructions, respond(fullMarks(instructions)))).toMatchObject({ grounded_correct: 4, value_correct: 4, known_decisions_retained: 0, known_decisions: 3 });
  expect(scoreCase(instructions, respond(right))).toMatchObject({ grounded_correct: 0, value_correct: 0, citation_rejected: 0 });
  const cited = Object.fromEntries(Object.keys(right).map((id) => [id, { value: 'unknown', source: 'AGENTS.md', quote: 'Do not guess' }]));
  expect(scoreCase(instructions, respond(cited))).toMatchObject({ grounded_correct: 0, value_correct: 4, citation_rejected: 4 });
});

test('the stale answers to long miss every correction, and each kind of fault is counted for what it is', async () => {
  const long = await oneCase('long/contextos');
  const stale = (value: string, source: string, quote: string) => ({ value, source: `sessions/${source}.md`, quote });
  const answers: Answers = {
    ...fullMarks(long),
    atlas_delivery: stale('queue', '2026-03-12', 'Atlas delivers events to partners through a queue, one consumer per partner.'),
    beacon_reports: stale('pdf', '2026-03-26', 'Beacon publishes its weekly reports as PDF, with the logo on the first page.'),
    atlas_launch: stale('september', '2026-04-16', 'The launch month of Atlas is September, right after the holidays.'),
    beacon_log_retention: { value: 'unknown', source: null, quote: '' },
    atlas_customer_ids: stale('omitted', '2026-03-26', 'Atlas exports contain customer IDs in omitted form until a partner asks for them.'),
    beacon_reindex: { value: 'paused', source: 'sessions/2026-04-23.md', quote: 'Noor watches the disks meanwhile.' },
  };
  expect(scoreCase(long, respond(answers))).toMatchObject({
    questions: 10, grounded_correct: 4, value_correct: 5, citation_rejected: 1,
    known_decisions: 8, resolved_questions: 8, known_decisions_retained: 4, decision_retention: 4,
    corrections: 0, safe_uncertainty: 0, uncertainty_questions: 2, missed_constraints: 1, invented_certainty: 1,
    category_counts: {
      retained_decision: { questions: 2, value_correct: 2, citation_rejected: 0, grounded_correct: 2 },
      replaced_decision: { questions: 2, value_correct: 0, citation_rejected: 0, grounded_correct: 0 },
      unresolved: { questions: 2, value_correct: 0, citation_rejected: 0, grounded_correct: 0 },
      interrupted_status: { questions: 2, value_correct: 2, citation_rejected: 1, grounded_correct: 1 },
      cross_project_constraint: { questions: 2, value_correct: 1, citation_rejected: 0, grounded_correct: 1 },
    },
  });
});

test('under instructions, long has ten questions of uncertainty and nothing to correct, miss or invent', async () => {
  const long = await oneCase('long/instructions');
  const right = fullMarks(long);
  const none = { decision_retention: 0, resolved_questions: 8, corrections: 0, missed_constraints: 0, invented_certainty: 0, uncertainty_questions: 10 };
  expect(scoreCase(long, respond(right))).toMatchObject({ ...none, grounded_correct: 10, safe_uncertainty: 10 });
  const guessed = Object.fromEntries(Object.keys(right).map((id) => [id, { value: 'guess', source: null, quote: '' }]));
  expect(scoreCase(long, respond(guessed))).toMatchObject({ ...none, grounded_correct: 0, safe_uncertainty: 0 });
});

test('an answer whose key names no source is grounded by naming none', async () => {
  const { scenario } = await loadScenario({ name: 'short' });
  const expected = { ...scenario.expected, launch_month: { value: 'unknown', source: null, quote: '' } };
  const honest = { ...right, launch_month: { value: 'unknown', source: null, quote: '' } };
  expect(score({ scenario: { ...scenario, expected }, profile: 'contextos', response: respond(honest) })).toMatchObject({ grounded_correct: 4 });
});

test('context is counted in code points of what the profile shows', async () => {
  const { scenario } = await loadScenario({ name: 'short' });
  const sources = { ...scenario.sources, 'AGENTS.md': 'Zoë 🏮\n' };
  expect(score({ scenario: { ...scenario, sources }, profile: 'instructions', response: '' })).toMatchObject({ context_characters: 6 });
  expect(scored({}).context_characters).toBe(Object.values(short.sources).reduce((sum, text) => sum + [...text].length, 0));
});

test('every score has the published shape, and scoring twice gives the same bytes', async () => {
  for (const selected of await everyCase())
    for (const response of [respond(fullMarks(selected)), 'nothing']) {
      const score = scoreCase(selected, response);
      expect(scoreSchema.parse(score)).toEqual(score);
      expect(JSON.stringify(scoreCase(selected, response))).toBe(JSON.stringify(score));
    }
});
