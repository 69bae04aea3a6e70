import { expect, test } from 'vitest';
import { oneCase } from '../../test/support/full-marks.js';
import { selectCase, supportedProfiles } from './profiles.js';
import { scenarioSchema, type Scenario } from './schema.js';

const mill = (change: Record<string, unknown> = {}): Scenario =>
  scenarioSchema.parse({
    id: 'mill',
    sources: { 'AGENTS.md': 'Be brief.', 'HANDOFF.md': 'The wheel is oak. The date is unconfirmed.', 'notes.md': 'The wheel is oak. The date is unconfirmed.' },
    questions: { wood: 'Which wood?', date: 'Which date?' },
    expected: {
      wood: { value: 'oak', source: 'notes.md', quote: 'The wheel is oak.' },
      date: { value: 'unconfirmed', source: 'notes.md', quote: 'The date is unconfirmed.' },
    },
    ...change,
  });

test.each([
  ['short/instructions', ['AGENTS.md']],
  ['short/handoff', ['AGENTS.md', 'HANDOFF.md']],
  ['short/contextos', ['AGENTS.md', 'state/decisions.md', 'state/blockers.md', 'state/priorities.md', 'sessions/2026-03-12.md']],
  ['long/handoff-sentences', ['AGENTS.md', 'HANDOFF.md']],
])('%s shows exactly %j', async (name, paths) => {
  expect(Object.keys((await oneCase(name)).sources)).toEqual(paths);
});

test('the sentences replace the note of the same name', async () => {
  const [note, sentences] = await Promise.all([oneCase('long/handoff'), oneCase('long/handoff-sentences')]);
  expect(sentences.sources['HANDOFF.md']).not.toBe(note.sources['HANDOFF.md']);
  expect(sentences.expected['atlas_delivery']).toMatchObject({ value: 'webhooks', source: 'HANDOFF.md' });
});

test('under handoff every source is the note, unless an override says otherwise, and an override changes only what it has', () => {
  expect(selectCase(mill(), 'handoff').expected['wood']).toEqual({ value: 'oak', source: 'HANDOFF.md', quote: 'The wheel is oak.' });
  const source = mill({ sources_by_profile: { handoff: { 'wood.md': 'The wheel is oak.' } }, expected_by_profile: { handoff: { wood: { source: 'wood.md' } } } });
  const { expected, sources } = selectCase(source, 'handoff');
  expect(expected['wood']).toEqual({ value: 'oak', source: 'wood.md', quote: 'The wheel is oak.' });
  expect(expected['date']).toMatchObject({ source: 'HANDOFF.md' });
  expect(Object.keys(sources)).toEqual(['AGENTS.md', 'HANDOFF.md', 'wood.md']);
});

test('under instructions the right answer to everything is to know nothing, and what the scenario leaves open stays known', () => {
  const { expected, unresolved } = selectCase(mill(), 'instructions');
  expect(Object.values(expected)).toEqual([{ value: 'unknown', source: null, quote: '' }, { value: 'unknown', source: null, quote: '' }]);
  expect([...unresolved]).toEqual(['date']);
});

test('with categories, they decide what is open', () => {
  const categories = { wood: 'unresolved', date: 'retained_decision' };
  expect([...selectCase(mill({ categories }), 'contextos').unresolved]).toEqual(['wood']);
});

test('profiles that a scenario does not have are refused with those that it has', async () => {
  expect(supportedProfiles(mill())).toEqual(['instructions', 'handoff', 'contextos']);
  expect(() => selectCase(mill(), 'memory')).toThrow(expect.objectContaining({ code: 'CLEANSLATE_PROFILE_UNKNOWN', exitCode: 2 }) as Error);
  expect(() => selectCase(mill(), 'handoff-sentences')).toThrow(expect.objectContaining({ hint: 'supported here: instructions, handoff, contextos' }) as Error);
  await expect(oneCase('revision/instructions')).rejects.toMatchObject({ code: 'CLEANSLATE_PROFILE_UNSUPPORTED', hint: 'supported here: handoff, contextos' });
  await expect(oneCase('revision/handoff-sentences')).rejects.toMatchObject({ code: 'CLEANSLATE_PROFILE_UNSUPPORTED' });
});

test('a scenario without the files of a profile supports the others', () => {
  const bare = mill({ sources: { 'notes.md': 'The wheel is oak. The date is unconfirmed.' } });
  expect(supportedProfiles(bare)).toEqual(['contextos']);
  expect(() => selectCase(bare, 'handoff')).toThrow('`mill` has no source `AGENTS.md`');
});

test('a key that points outside of what its profile shows is refused', () => {
  const lost = mill({ sources_by_profile: { 'handoff-sentences': { 'HANDOFF.md': 'The wheel is oak.' } } });
  expect(() => selectCase(lost, 'handoff-sentences')).toThrow('profile `handoff-sentences` does not show the source `notes.md`');
});
