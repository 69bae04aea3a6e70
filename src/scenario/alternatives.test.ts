import { expect, test } from 'vitest';
import { loadAlternatives, parseAlternatives } from './alternatives.js';
import { BUILTIN_SCENARIOS, loadScenario } from './load.js';

test.each(BUILTIN_SCENARIOS)('the file beside `%s` fits it', async (name) => {
  const { scenario, file } = await loadScenario({ name });
  const loaded = await loadAlternatives(file, scenario);
  expect(Object.keys(loaded?.alternatives ?? {}).length).toBeGreaterThan(1);
});

const one = { value: 'xml', source: 'sessions/2026-03-12.md', quote: 'The Lantern export writes XML' };
test.each([
  ['{', 'a.json: is not JSON'],
  [{ export: { superseded: [one] } }, 'a.json export: there is no question `export`'],
  [{ export_format: { old: [one] } }, 'a.json export_format.old: unknown key `old`'],
  [{ export_format: { superseded: [{ ...one, source: 'old.md' }] } }, 'a.json export_format.superseded[0].source: there is no source `old.md`'],
  [{ export_format: { superseded: [{ ...one, quote: 'writes TOML' }] } }, 'a.json export_format.superseded[0].quote: is not in `sessions/2026-03-12.md`'],
  [{ export_format: { distractors: [{ ...one, value: 'csv' }] } }, 'a.json export_format.distractors[0].value: is the right one'],
])('one line says what is wrong', async (content, line) => {
  const { scenario } = await loadScenario({ name: 'short' });
  const parse = (): unknown => parseAlternatives(typeof content === 'string' ? content : JSON.stringify(content), 'a.json', scenario);
  expect(parse).toThrow(expect.objectContaining({ code: 'CLEANSLATE_ALTERNATIVES_INVALID', line: expect.stringContaining(line) as string }) as Error);
});
