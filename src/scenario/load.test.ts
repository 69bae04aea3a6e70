import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dirSync } from 'tmp';
import { afterAll, expect, test } from 'vitest';
import { CleanslateError } from '../common/errors.js';
import { loadCase, loadScenario, parseScenario } from './load.js';

const folder = dirSync({ unsafeCleanup: true });
afterAll(() => { folder.removeCallback(); });

const minimal = {
  id: 'mill',
  sources: { 'AGENTS.md': 'Be brief.\n', 'HANDOFF.md': 'The wheel is oak.\n', 'notes/wheel.md': 'The wheel is oak.\n' },
  questions: { wood: 'Which wood?' },
  expected: { wood: { value: 'oak', source: 'notes/wheel.md', quote: 'The wheel is oak.' } },
};
type Change = Record<string, unknown>;
const text = (change: Change = {}): string => JSON.stringify({ ...minimal, ...change }, null, 2);
const lineOf = (run: () => unknown): string => {
  try {
    run();
    return 'accepted';
  } catch (error) {
    expect(error).toBeInstanceOf(CleanslateError);
    expect((error as CleanslateError).exitCode).toBe(2);
    return (error as CleanslateError).line;
  }
};
const refusal = (change: Change): string => lineOf(() => parseScenario(text(change), 'mill.json'));

test('only id, sources, questions and expected are needed, and the key may say more than we know', () => {
  expect(parseScenario(text(), 'mill.json').scenario.id).toBe('mill');
  const expected = { wood: { ...minimal.expected.wood, rationale: 'see page 3', weight: 2 } };
  expect(parseScenario(text({ expected }), 'mill.json').scenario.expected['wood']).toMatchObject({ weight: 2 });
  expect(parseScenario(`\uFEFF${text()}`, 'mill.json').scenario.id).toBe('mill');
});

test('an unknown key is refused with file, line, column and name', () => {
  expect(refusal({ souces: {} })).toBe('mill.json:18:13 souces: unknown key `souces`; remove it, or see docs/scenarios.md for the keys there are');
});

test.each<[string, Change, string]>([
  ['a question without an answer', { questions: { wood: 'Which wood?', stone: 'Which stone?' } }, 'mill.json:10:14 questions.stone: has no entry in `expected`'],
  ['an answer without a question', { expected: { ...minimal.expected, stone: minimal.expected.wood } }, 'mill.json:17:14 expected.stone: there is no question `stone`'],
  ['a category of no question', { categories: { stone: 'unresolved' } }, 'mill.json:19:14 categories.stone: there is no question `stone`'],
  ['a category that there is not', { categories: { wood: 'resolved' } }, 'mill.json:19:13 categories.wood: must be one of'],
  ['an override of no question', { expected_by_profile: { handoff: { stone: { quote: 'x' } } } }, 'expected_by_profile.handoff.stone: there is no question `stone`'],
  ['an override of no profile', { expected_by_profile: { handof: {} } }, 'expected_by_profile'],
  ['no questions', { questions: {}, expected: {} }, 'mill.json:8:16 questions: there are no questions'],
  ['a missing part', { sources: undefined }, 'mill.json:1:1 sources: is missing'],
  ['a source that there is not', { expected: { wood: { ...minimal.expected.wood, source: 'notes/roof.md' } } }, 'expected.wood.source: there is no source `notes/roof.md`'],
  ['a quote that is not in its source', { expected: { wood: { ...minimal.expected.wood, quote: 'The wheel is elm.' } } }, 'mill.json:15:16 expected.wood.quote: is not in `notes/wheel.md`'],
  ['an empty quote', { expected: { wood: { ...minimal.expected.wood, quote: '' } } }, 'expected.wood.quote: must not be empty'],
  ['a quote without a source', { expected: { wood: { value: 'oak', source: null, quote: 'x' } } }, 'expected.wood.quote: must be empty where the source is null'],
  ['a path with ..', { sources: { ...minimal.sources, 'a/../../b': '' } }, 'mill.json:7:18 sources["a/../../b"]: the path of a source leaves the workspace'],
  ['an absolute path', { sources: { ...minimal.sources, '/etc/passwd': '' } }, 'is absolute'],
  ['a path with a drive', { sources: { ...minimal.sources, 'C:/x': '' } }, 'is absolute'],
  ['an empty path', { sources: { ...minimal.sources, '': '' } }, 'is empty'],
  ['a path with an empty part', { sources: { ...minimal.sources, 'a//b': '' } }, 'empty or `.` part'],
  ['a path that ends in a slash', { sources: { ...minimal.sources, 'a/': '' } }, 'empty or `.` part'],
  ['a backslash', { sources: { ...minimal.sources, 'a\\b': '' } }, 'a backslash'],
  ['a NUL', { sources: { ...minimal.sources, 'a\0b': '' } }, 'a NUL character'],
  ['a file that is a directory too', { sources: { ...minimal.sources, notes: '' } }, 'sources.notes: is a file here, and a directory in `notes/wheel.md`'],
  ['a path that leaves, in one profile', { sources_by_profile: { 'handoff-sentences': { '../x': '' } } }, 'sources_by_profile.handoff-sentences["../x"]: the path of a source leaves'],
  ['half a character', { sources: { ...minimal.sources, 'a.md': '\uD800' } }, 'sources["a.md"]: is not valid Unicode'],
  ['a revision key that lacks fields', { revision_contract: true }, 'expected.wood: lacks `record_id`, which a revision scenario needs'],
  ['a superseded record of no source', { superseded_records: [{ record_id: 'r', source: 'x.md', supersedes: null, dependency_check: 'match' }], revision_contract: true, expected: { wood: { ...minimal.expected.wood, record_id: 'q', supersedes: 'r', dependency_check: 'match', action: 'hold' } } }, 'superseded_records[0].source: there is no source `x.md`'],
  ['a record id twice', { superseded_records: [{ record_id: 'q', source: 'AGENTS.md', supersedes: null, dependency_check: 'match' }], revision_contract: true, expected: { wood: { ...minimal.expected.wood, record_id: 'q', supersedes: 'r', dependency_check: 'match', action: 'hold' } } }, 'superseded_records[0].record_id: duplicated record id `q`'],
  ['a record id for two records', { questions: { wood: '?', roof: '?' }, revision_contract: true, expected: { wood: { ...minimal.expected.wood, record_id: 'q', supersedes: null, dependency_check: 'match', action: 'hold' }, roof: { ...minimal.expected.wood, record_id: 'q', supersedes: 'r', dependency_check: 'match', action: 'hold' } } }, 'expected.roof.record_id: duplicated record id `q` for another record'],
])('%s is refused, with its place', (_, change, line) => {
  expect(refusal(change)).toContain(line);
});

test('a duplicated id is refused where it stands the second time', () => {
  const twice = '{"id": "mill", "sources": {"a.md": "x"},\n "questions": {"q": "1",\n  "q": "2"}, "expected": {}}';
  expect(lineOf(() => parseScenario(twice, 'mill.json'))).toBe('mill.json:3:3: duplicated key `q`; each id and key may appear once');
});

test.each([
  ['', 'mill.json:1:1: is not JSON: value expected'],
  ['{"id": "mill",\n "x" 1}', 'mill.json:2:6: is not JSON: colon expected'],
  ['{"id": "mill", // why\n "x": 1}', 'mill.json:1:16: is not JSON: invalid comment token'],
  ['[1, 2]', 'must be keys with values, not a list'],
  ['['.repeat(100_000), 'is not JSON'],
  [`{"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 'mill.json'],
  ['{"id": "mill", "questions": {"__proto__": "?"}}', 'mill.json:1:30: the key `__proto__` cannot be used'],
])('what is no scenario is refused in one line: %.20s', (json, line) => {
  const refused = lineOf(() => parseScenario(json, 'mill.json'));
  expect(refused).toContain(line);
  expect(refused.length).toBeLessThan(300);
});

test('an id may be the name of anything that objects have', () => {
  const odd = { questions: { constructor: '?', toString: '?' }, expected: { constructor: minimal.expected.wood, toString: minimal.expected.wood } };
  expect(Object.keys(parseScenario(text(odd), 'mill.json').scenario.questions)).toEqual(['constructor', 'toString']);
  expect(refusal({ ...odd, expected: { constructor: minimal.expected.wood } })).toContain('questions.toString: has no entry');
});

test('files that cannot be read, and names that there are not, are refused in one line', async () => {
  mkdirSync(join(folder.name, 'sub'));
  writeFileSync(join(folder.name, 'binary.json'), Buffer.from([0x7b, 0xff, 0xfe]));
  await expect(loadScenario({ file: join(folder.name, 'none.json') })).rejects.toMatchObject({ code: 'CLEANSLATE_SCENARIO_UNREADABLE', message: 'no such file' });
  await expect(loadScenario({ file: join(folder.name, 'sub') })).rejects.toMatchObject({ message: 'is a directory' });
  await expect(loadScenario({ file: join(folder.name, 'binary.json') })).rejects.toMatchObject({ message: 'is not UTF-8 text' });
  await expect(loadScenario({ name: '../short' })).rejects.toMatchObject({ code: 'CLEANSLATE_SCENARIO_UNKNOWN' });
});

test('a fault that only one profile shows names its place when that profile is selected', async () => {
  const file = join(folder.name, 'mill.json');
  writeFileSync(file, text({ sources: { ...minimal.sources, 'HANDOFF.md': 'Nothing yet.\n' } }));
  await expect(loadCase({ file }, 'contextos')).resolves.toMatchObject({ profile: 'contextos' });
  await expect(loadCase({ file }, 'handoff')).rejects.toMatchObject({
    where: `${file}:15:16 expected.wood.quote`,
    message: 'is not in `HANDOFF.md`, where profile `handoff` expects it',
  });
});
