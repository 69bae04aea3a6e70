import { expect, test } from 'vitest';
import { fullMarks, oneCase, respond } from '../../test/support/full-marks.js';
import { loadScenario } from '../scenario/load.js';
import { preparePrompt, promptSha256 } from '../scenario/prepare.js';
import type { Scenario } from '../scenario/schema.js';
import { formatTables } from './markdown.js';
import { readResults } from './results-line.js';
import { scoreCase } from './score.js';
import { summarizeResults } from './summarize.js';

const scenarios = new Map(await Promise.all(['short', 'long', 'revision'].map(async (name) => [name, (await loadScenario({ name })).scenario] as const)));
const byId = (id: string): Scenario | undefined => scenarios.get(id);
const tables = (lines: unknown[]): string => formatTables(summarizeResults(readResults(lines.map((line) => `${JSON.stringify(line)}\n`).join(''), 'trials.jsonl', byId), byId));
const rows = (lines: unknown[]): string[] => tables(lines).trimEnd().split('\n');

async function line(name: string, wrong: string[] = [], change: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  const selected = await oneCase(name);
  const right = fullMarks(selected);
  const raw_response = respond({ ...right, ...Object.fromEntries(wrong.map((id) => [id, { ...right[id], value: 'wrong' }])) });
  const score = scoreCase(selected, raw_response);
  const { scenario, profile } = selected;
  return { scenario, profile, model_id: 'm', provider: 'p', trial_index: 1, prompt_sha256: promptSha256(preparePrompt(selected)), raw_response, score, latency_seconds: 1, input_tokens: null, output_tokens: null, ...change };
}

async function failure(name: string, change: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  return line(name, [], { raw_response: 'no', score: scoreCase(await oneCase(name), 'no'), ...change });
}

test('one row per model and profile, sorted, means over what could be read, failures counted apart', async () => {
  const context = (await oneCase('long/contextos')).sources;
  const characters = String(Object.values(context).join('').length);
  expect(
    rows([
      await line('long/contextos', ['atlas_delivery', 'atlas_launch', 'atlas_customer_ids']),
      await failure('long/contextos'),
      await line('long/contextos'),
      await line('long/contextos', ['beacon_customer_ids', 'atlas_customer_ids']),
      await line('long/contextos', [], { model_id: 'a' }),
      await failure('long/handoff', { model_id: 'a' }),
    ]).map((row) => row.replace(characters, 'CONTEXT')),
  ).toEqual([
    '| Model | Profile | Context chars | Trials | Mean correct | Value correct | Citation rejected | Retention | Safe uncertainty | Missed constraints | Format failures |',
    '| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    '| a | contextos | CONTEXT | 1 | 10.00 | 10.00 | 0.00 | 8.00 | 2.00 | 0.00 | 0 |',
    `| a | handoff | ${String(Object.values((await oneCase('long/handoff')).sources).join('').length)} | 1 | n/a | n/a | n/a | n/a | n/a | n/a | 1 |`,
    '| m | contextos | CONTEXT | 4 | 8.33 | 8.33 | 0.00 | 6.67 | 1.67 | 1.00 | 1 |',
  ]);
});

test('a figure that a scenario does not have counts 0', async () => {
  expect(rows([await line('short/handoff')])[2]).toMatch(/^\| m \| handoff \| \d+ \| 1 \| 4\.00 \| 4\.00 \| 0\.00 \| 0\.00 \| 0\.00 \| 0\.00 \| 0 \|$/);
});

test('ties go to the even hundredth', async () => {
  const lines = await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map((at) => line('short/handoff', at === 0 ? [] : ['database'])));
  expect(rows(lines)[2]).toContain('| 8 | 3.12 | 3.12 |');
});

test('names cannot break a table', async () => {
  const row = rows([await line('short/handoff', [], { model_id: 'a|b\nc' })])[2];
  expect(row).toMatch(/^\| a\\\|b c \| handoff \|/);
});

test('revision has its own table', async () => {
  expect(rows([await line('revision/contextos', ['launch_date']), await line('revision/contextos'), await failure('revision/contextos'), await failure('revision/handoff')])).toEqual([
    '| Model | Profile | Trials | Record | Revision | Value | Action | All layers | Format failures |',
    '| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    '| m | contextos | 3 | 2.00 | 2.00 | 1.50 | 2.00 | 1.50 | 1 |',
    '| m | handoff | 1 | n/a | n/a | n/a | n/a | n/a | 1 |',
  ]);
});

test('revision and other scenarios in one file are refused, also where only failures show it', async () => {
  for (const revision of [await line('revision/handoff'), await failure('revision/handoff')])
    await expect(async () => tables([await line('short/handoff'), revision])).rejects.toMatchObject({ code: 'CLEANSLATE_RESULTS_MIXED', exitCode: 2 });
});

test('the results of a campaign are grouped by configuration, scenario and profile, one table per kind', async () => {
  const of = (configuration: string) => ({ campaign: 'c', configuration, run: 1 });
  const text = tables([
    await line('short/handoff', [], of('oracle')), await line('long/handoff', [], of('oracle')), await line('short/handoff', ['database'], of('stale')),
    await line('revision/handoff', [], of('oracle')), await line('short/handoff', ['database'], { ...of('oracle'), model_id: 'other' }),
  ]);
  expect(text.replaceAll(/\| \d{3,} \|/g, '| C |')).toBe(
    [
      '| Configuration | Scenario | Profile | Context chars | Trials | Mean correct | Value correct | Citation rejected | Retention | Safe uncertainty | Missed constraints | Format failures |',
      '| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
      '| oracle | long | handoff | C | 1 | 10.00 | 10.00 | 0.00 | 8.00 | 2.00 | 0.00 | 0 |',
      '| oracle | short | handoff | C | 2 | 3.50 | 3.50 | 0.00 | 0.00 | 0.00 | 0.00 | 0 |',
      '| stale | short | handoff | C | 1 | 3.00 | 3.00 | 0.00 | 0.00 | 0.00 | 0.00 | 0 |',
      '',
      '| Configuration | Scenario | Profile | Trials | Record | Revision | Value | Action | All layers | Format failures |',
      '| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
      '| oracle | revision | handoff | 1 | 2.00 | 2.00 | 2.00 | 2.00 | 2.00 | 0 |',
      '',
    ].join('\n'),
  );
  await expect(async () => tables([await line('short/handoff', [], of('oracle')), await line('short/handoff')])).rejects.toMatchObject({ code: 'CLEANSLATE_RESULTS_MIXED' });
});

test('lines stored without value_correct are scored again from the raw response', async () => {
  const old = await line('long/handoff', ['atlas_delivery'], { score: { scenario: 'long', grounded_correct: 2 } });
  expect(rows([old])).toEqual(rows([await line('long/handoff', ['atlas_delivery'])]));
});

test.each<[string, Record<string, unknown>, string]>([
  ['the prompt is another today', { prompt_sha256: 'f'.repeat(64) }, 'its prompt is not the one that `long` gives now'],
  ['the scenario is not known', { scenario: 'mine' }, 'the scenario `mine` is not known; give it with --scenario-file'],
  ['there is no response', { raw_response: undefined }, 'it has no `raw_response`'],
])('they are refused, by line, where %s', async (_, change, reason) => {
  const old = await line('long/handoff', [], { score: { grounded_correct: 2 }, ...change });
  await expect(async () => tables([await line('long/handoff'), old])).rejects.toMatchObject({
    where: 'trials.jsonl:2', exitCode: 2, message: `has no \`value_correct\` and cannot be scored again: ${reason}`,
  });
});

test.each<[string, string]>([
  ['{"scenario": "short"', 'trials.jsonl:2: this line is not JSON'],
  ['[]', 'trials.jsonl:2: ``: Invalid input: expected object, received array'],
  ['{"scenario": "short"}', 'trials.jsonl:2: `profile`'],
  ['{"scenario":"short","profile":"handoff","model_id":"m","score":{"value_correct":-1}}', 'trials.jsonl:2: `score.value_correct`'],
])('a line that is no result is refused by its number: %s', (text, message) => {
  let line = '';
  try {
    readResults(`\n${text}\n`, 'trials.jsonl', byId);
  } catch (error) {
    line = (error as { line: string }).line;
  }
  expect(line.startsWith(message), line).toBe(true);
});

test('a foreign failure line counts as one', async () => {
  const foreign = await line('short/handoff', [], { score: { format_failure: true } });
  expect(rows([foreign])[2]).toBe('| m | handoff | n/a | 1 | n/a | n/a | n/a | n/a | n/a | n/a | 1 |');
});
