import { describe, expect, test } from 'vitest';
import { everyCase, fullMarks, respond } from '../support/full-marks.js';
import { scoreCase } from '../../src/scoring/score.js';
import { loadScenario } from '../../src/scenario/load.js';
import type { Scenario } from '../../src/scenario/schema.js';
import { workspaceFiles, workspacePrompt } from '../../src/scenario/workspace-prompt.js';
import { preparePrompt } from '../../src/scenario/prepare.js';

const scenarios = await Promise.all(['short', 'long', 'revision'].map(async (name) => (await loadScenario({ name })).scenario));
const cases = await everyCase();
const words = (text: string): string => ` ${text.toLowerCase().match(/[\p{L}\p{N}]+/gu)?.join(' ') ?? ''} `;
const says = (text: string, value: string): boolean => words(text).includes(words(value));

/** The values that a question offers, in its last sentence. */
function offered(question: string): string[] {
  const list = /Answer with exactly one of: ([^.]*)\.$/.exec(question)?.[1] ?? '';
  return [...list.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');
}

describe.each(cases)('$scenario under $profile', (selected) => {
  test('an honest careful reader gets full marks', () => {
    const score = scoreCase(selected, respond(fullMarks(selected)));
    expect(score).toMatchObject({ format_failure: null, grounded_correct: score.questions, citation_rejected: 0 });
  });

  test('each supporting sentence says the value that is right and no other that the question offers', () => {
    if (selected.profile === 'instructions') return;
    for (const [id, question] of Object.entries(selected.questions)) {
      const { value, quote } = selected.expected[id] ?? { value: '', quote: '' };
      expect(offered(question).filter((other) => says(quote, other)), id).toEqual([value]);
    }
  });

  test('its sentence stands in one source, once, so that there is one right citation', () => {
    for (const { quote } of Object.values(selected.expected)) {
      if (quote === '') continue;
      expect(Object.values(selected.sources).join('\n').split(quote)).toHaveLength(2);
    }
  });

  test('nothing that an agent sees says what it is for', () => {
    const seen = [preparePrompt(selected), workspacePrompt(selected), ...workspaceFiles(selected).keys(), ...workspaceFiles(selected).values()].join('\n');
    expect(seen).not.toMatch(/\b(tests?|testing|benchmark|fixture|eval|evaluation|synthetic|score[sd]?|superseded|trial)\b/i);
  });
});

describe.each(scenarios)('$id', (scenario: Scenario) => {
  test('AGENTS.md holds no answer', () => {
    const offers = Object.values(scenario.questions).flatMap(offered);
    expect(offers.filter((value) => says(scenario.sources['AGENTS.md'] ?? '', value))).toEqual([]);
  });

  test('the note says every answer, so it is worth as much as the canonical files', () => {
    for (const { value } of Object.values(scenario.expected)) expect(says(scenario.sources['HANDOFF.md'] ?? '', value), value).toBe(true);
  });

  test('the note says no value that is out of date', () => {
    const right = new Set(Object.values(scenario.expected).map(({ value }) => value));
    const wrong = Object.values(scenario.questions).flatMap(offered).filter((value) => !right.has(value));
    expect(wrong.filter((value) => says(scenario.sources['HANDOFF.md'] ?? '', value))).toEqual([]);
  });
});

/** Right values and current sources are both out of reach of one who only reads conversations. */
test.each([
  ['short', ['database', 'export_format', 'upload_retries', 'launch_month']],
  ['long', ['atlas_delivery', 'beacon_reports', 'atlas_launch', 'beacon_log_retention', 'atlas_migration', 'beacon_reindex', 'atlas_customer_ids', 'beacon_customer_ids']],
  ['revision', ['launch_date']],
])('in %s, what was said before can be found in the conversations for %j', (name, ids) => {
  const scenario = scenarios.find(({ id }) => id === name);
  const conversations = Object.entries(scenario?.sources ?? {}).filter(([path]) => path.startsWith('sessions/')).map(([, text]) => text).join('\n');
  const stale = Object.entries(scenario?.questions ?? {})
    .filter(([id, question]) => offered(question).some((value) => value !== scenario?.expected[id]?.value && says(conversations, value)))
    .map(([id]) => id);
  expect(stale).toEqual(ids);
});

test('long has six conversations, ten questions, two of each category, and a note of one sentence per fact', () => {
  const long = scenarios.find(({ id }) => id === 'long') as Scenario;
  expect(Object.keys(long.sources).filter((path) => path.startsWith('sessions/'))).toHaveLength(6);
  const categories = Object.values(long.categories ?? {});
  expect(Object.keys(long.questions)).toHaveLength(10);
  expect(new Set(categories).size).toBe(5);
  for (const category of categories) expect(categories.filter((other) => other === category)).toHaveLength(2);
  const note = long.sources_by_profile?.['handoff-sentences']?.['HANDOFF.md'] ?? '';
  const sentences = note.split('\n').filter((line) => line.startsWith('- ')).map((line) => line.slice(2));
  expect(new Set(sentences)).toEqual(new Set(Object.values(long.expected_by_profile?.['handoff-sentences'] ?? {}).map(({ quote }) => quote)));
  expect(sentences.filter((sentence) => !/^[^:]*\b(Atlas|Beacon)\b[^:]*\.$/.test(sentence))).toEqual([]);
});

test('in revision, the old export record and its replacement say the same value, and the old one is on offer only where it can be read', () => {
  const [canonical, note] = ['contextos', 'handoff'].map((profile) => cases.find((one) => one.scenario === 'revision' && one.profile === profile));
  expect(canonical?.superseded.map(({ record_id }) => record_id)).toEqual(['export-format-9a1', 'launch-date-2d5']);
  expect(note?.superseded).toEqual([]);
  expect(says(canonical?.sources['sessions/2026-03-12.md'] ?? '', canonical?.expected['export_format']?.value ?? '')).toBe(true);
});
