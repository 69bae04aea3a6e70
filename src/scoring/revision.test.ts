import { describe, expect, test } from 'vitest';
import { fullMarks, oneCase, respond } from '../../test/support/full-marks.js';
import { sha256 } from '../common/digest.js';
import type { Answer } from './answers.js';
import type { Layers } from './judge.js';
import type { ParsedScore } from './schemas.js';
import { scoreCase } from './score.js';

const canonical = await oneCase('revision/contextos');
const right = fullMarks(canonical);
const scored = (change: Partial<Answer>): ParsedScore =>
  scoreCase(canonical, respond({ ...right, export_format: { ...right['export_format'], ...change } })) as ParsedScore;
const all: Layers = { retrieved_record: true, cited_revision: true, proposed_value: true, outbound_action: true };
const session = canonical.sources['sessions/2026-03-12.md'] ?? '';
const oldRecord = {
  record_id: 'export-format-9a1', source: 'sessions/2026-03-12.md', source_revision: sha256(session), supersedes: null,
  quote: 'The export format of Lantern is CSV, as the archive wishes, and the next step is to publish CSV export files.',
};

test('full marks pass every layer of both questions', () => {
  const score = scored({});
  expect(score).toMatchObject({ grounded_correct: 2, known_decisions: 1, known_decisions_retained: 1, layer_counts: { retrieved_record: 2, cited_revision: 2, proposed_value: 2, outbound_action: 2 } });
  expect(score.results.map(({ layers }) => layers)).toEqual([all, all]);
});

describe.each<[string, Partial<Answer>, Partial<Layers>]>([
  ['the superseded record, copied whole', oldRecord, { retrieved_record: false, cited_revision: false }],
  ['the superseded record and its action', { ...oldRecord, action: 'publish-csv-export-files' }, { retrieved_record: false, cited_revision: false, outbound_action: false }],
  ['a missing supersession link', { supersedes: null }, { retrieved_record: false }],
  ['a link to something else', { supersedes: 'launch-date-2d5' }, { retrieved_record: false }],
  ['a false check result', { dependency_check: 'mismatch' }, { retrieved_record: false }],
  ['the record of the other question', { record_id: 'launch-date-c07' }, { retrieved_record: false }],
  ['a stale citation', { source: oldRecord.source, quote: oldRecord.quote }, { cited_revision: false }],
  ['the digest of the old source', { source_revision: oldRecord.source_revision }, { cited_revision: false }],
  ['a digest cut short', { source_revision: right['export_format']?.source_revision?.slice(0, 12) ?? '' }, { cited_revision: false }],
  ['a digest in capitals', { source_revision: right['export_format']?.source_revision?.toUpperCase() ?? '' }, { cited_revision: false }],
  ['a part of the sentence', { quote: 'The export format of Lantern is CSV' }, { cited_revision: false }],
  ['no source', { source: null, quote: '', source_revision: sha256('') }, { cited_revision: false }],
  ['a wrong value', { value: 'json' }, { proposed_value: false }],
  ['a proposal to publish', { action: 'publish-csv-export-files' }, { outbound_action: false }],
])('%s', (_, change, failing) => {
  const score = scored(change);
  const layers = { ...all, ...failing };

  test('fails its layers and leaves the others standing', () => {
    expect(score.results[0]?.layers).toEqual(layers);
    expect(score.results[1]?.layers).toEqual(all);
    for (const layer of Object.keys(all) as (keyof Layers)[]) expect(score.layer_counts?.[layer]).toBe(layers[layer] ? 2 : 1);
  });

  test('is not correct, and a rejected citation only where that layer failed under a right value', () => {
    expect(score.grounded_correct).toBe(1);
    expect(score.citation_rejected).toBe(layers.proposed_value && !layers.cited_revision ? 1 : 0);
  });
});

test('in the note, two records share a source, and each question still has its own', async () => {
  const note = await oneCase('revision/handoff');
  const answers = fullMarks(note);
  expect(scoreCase(note, respond(answers))).toMatchObject({ grounded_correct: 2 });
  const swapped = { ...answers, export_format: { ...answers['export_format'], record_id: answers['launch_date']?.record_id } };
  expect(scoreCase(note, respond(swapped))).toMatchObject({ grounded_correct: 1, layer_counts: { retrieved_record: 1, cited_revision: 2 } });
});
