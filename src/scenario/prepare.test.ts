import { describe, expect, test } from 'vitest';
import { everyCase, oneCase } from '../../test/support/full-marks.js';
import { sha256 } from '../common/digest.js';
import { loadScenario } from './load.js';
import { preparePrompt, promptSha256, retrievalRecords } from './prepare.js';
import { workspaceFiles, workspacePrompt } from './workspace-prompt.js';

const cases = await everyCase();
const object = (prompt: string): Record<string, unknown> => JSON.parse(prompt.slice(prompt.indexOf('{'))) as Record<string, unknown>;

describe.each(cases)('$scenario under $profile', (selected) => {
  test('the prompt is rules and one JSON object with exactly what the profile shows', async () => {
    const shown = object(preparePrompt(selected));
    const records = selected.kind === 'revision' ? ['retrieval_records'] : [];
    expect(Object.keys(shown)).toEqual(['sources', 'questions', ...records, 'required_shape']);
    expect(shown['sources']).toEqual(selected.sources);
    expect(shown['questions']).toEqual(selected.questions);
    const { scenario } = await loadScenario({ name: selected.scenario });
    const hidden = Object.entries(scenario.sources).filter(([path, text]) => selected.sources[path] !== text);
    for (const [, text] of hidden) expect(preparePrompt(selected)).not.toContain(JSON.stringify(text).slice(1, -1));
  });

  test('nothing of the key shows: no category, and no quote beside its source', () => {
    for (const prompt of [preparePrompt(selected), workspacePrompt(selected)]) {
      for (const category of Object.values(selected.categories)) expect(prompt).not.toContain(category);
      expect(prompt).not.toMatch(/expected|categor/);
    }
    const { sources: _, ...rest } = object(preparePrompt(selected));
    for (const { quote } of Object.values(selected.expected)) if (quote !== '') expect(JSON.stringify(rest)).not.toContain(quote);
  });

  test('the workspace prompt asks the same in the same shape, without source text and absolute paths', () => {
    const prompt = workspacePrompt(selected);
    expect(object(prompt)).toEqual({ questions: selected.questions, required_shape: object(preparePrompt(selected))['required_shape'] });
    for (const text of Object.values(selected.sources)) for (const line of text.split('\n')) if (line.length > 20) expect(prompt).not.toContain(line);
    expect(prompt).not.toMatch(/(^|[\s`"])\/[a-z]/);
  });

  test('workspace files are the sources, and the records where there are some', () => {
    const files = workspaceFiles(selected);
    const extra = [...files.keys()].filter((path) => !Object.hasOwn(selected.sources, path));
    expect(extra).toEqual(selected.kind === 'revision' ? ['state/retrieval-records.json'] : []);
    for (const path of extra) {
      expect(JSON.parse(files.get(path) ?? '')).toEqual(retrievalRecords(selected));
      expect(workspacePrompt(selected)).toContain(`\`${path}\``);
    }
  });
});

test('the digest is of the prompt without a newline at its end', async () => {
  const prompt = preparePrompt(await oneCase('short/contextos'));
  expect(prompt.endsWith('}')).toBe(true);
  expect(promptSha256(prompt)).toBe(sha256(prompt));
  expect(promptSha256(prompt)).not.toBe(sha256(`${prompt}\n`));
});

test('records are sorted by id, carry the digest of their source, and hold superseded ones only where their source is shown', async () => {
  const canonical = await oneCase('revision/contextos');
  expect(retrievalRecords(canonical).map(({ record_id }) => record_id)).toEqual(['export-format-3e8', 'export-format-9a1', 'launch-date-2d5', 'launch-date-c07']);
  for (const { source_id, source_revision } of retrievalRecords(canonical)) expect(source_revision).toBe(sha256(canonical.sources[source_id] ?? ''));
  const note = retrievalRecords(await oneCase('revision/handoff'));
  expect(note.map(({ record_id, source_id }) => [record_id, source_id])).toEqual([['export-format-3e8', 'HANDOFF.md'], ['launch-date-c07', 'HANDOFF.md']]);
});

test.each([
  [{ 'state/retrieval-records.json': 'x' }, 'retrieval-records.json'],
  [{ state: 'x' }, 'retrieval-records.json'],
  [{ 'state/retrieval-records.json/a': 'x', 'retrieval-records.json': 'x' }, 'state/retrieval-records-2.json'],
])('the records find a place beside %j', async (sources, place) => {
  const selected = { ...(await oneCase('revision/handoff')), sources };
  expect(workspaceFiles(selected).size).toBe(Object.keys(sources).length + 1);
  expect(workspaceFiles(selected).has(place)).toBe(true);
  expect(workspacePrompt(selected)).toContain(`\`${place}\``);
});
