import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { cleanslate } from '../support/command-line.js';
import { fullMarks, oneCase, respond } from '../support/full-marks.js';
import { temporaryDirectory } from '../support/temporary.js';

const right = respond(fullMarks(await oneCase('short/contextos')));
let folder: string;
let response: string;
let results: string;
beforeEach(() => {
  folder = temporaryDirectory();
  response = join(folder, 'response.json');
  results = join(folder, 'trials.jsonl');
  writeFileSync(response, right);
});

const score = (...more: string[]) => cleanslate('score', '--profile', 'contextos', '--response', response, ...more);
const trial = { model: 'm', provider: 'p', trial: '1', latency: '2.4' };
const record = (change: Record<string, string | undefined> = {}) =>
  cleanslate('record', ...Object.entries({ profile: 'contextos', response, results, ...trial, ...change }).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value])));
const recorded = (): Record<string, unknown>[] => readFileSync(results, 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line) as Record<string, unknown>);
/** A mistake is one line on standard error, exit 2, and nothing else. */
const mistake = (line: RegExp) => ({ code: 2, stdout: '', stderr: expect.stringMatching(new RegExp(`^cleanslate: [^\\n]*${line.source}[^\\n]*\\n$`)) as string });

test.each(['prepare', 'score', 'record', 'summarize'])('%s --help has an example', async (verb) => {
  const { code, stdout } = await cleanslate(verb, '--help');
  expect(code).toBe(0);
  expect(stdout).toMatch(new RegExp(`Examples?:\n  cleanslate ${verb} `));
});

describe('prepare', () => {
  test('prints the prompt and a newline, of short by default', async () => {
    const { code, stdout } = await cleanslate('prepare', '--profile', 'handoff');
    expect(code).toBe(0);
    expect(stdout).toContain('Lantern');
    expect(stdout.endsWith('}\n')).toBe(true);
    const { stdout: json } = await cleanslate('prepare', '--profile', 'handoff', '--json');
    expect(JSON.parse(json)).toEqual({ scenario: 'short', profile: 'handoff', prompt: stdout.slice(0, -1), prompt_sha256: createHash('sha256').update(stdout.slice(0, -1)).digest('hex') });
  });

  test.each<[string[], RegExp]>([
    [[], /--profile is missing/],
    [['--profile', 'memory'], /unknown profile `memory`; use one of instructions, handoff, contextos, handoff-sentences/],
    [['--profile', 'handoff', '--scenario', 'medium'], /unknown scenario `medium`; use one of short, long, revision/],
    [['--profile', 'handoff', '--scenario', 'short', '--scenario-file', 'x.json'], /both --scenario and --scenario-file/],
    [['--profile', 'handoff', '--scenario-file', '/nowhere/x.json'], /\/nowhere\/x\.json: no such file/],
    [['--profile', 'instructions', '--scenario', 'revision'], /revision\.json:2:9 id: profile `instructions`: .* supported here: handoff, contextos/],
    [['--profile', 'handoff', '--scenaro', 'x'], /unknown option '--scenaro'/],
  ])('%j is a mistake', async (options, line) => {
    expect(await cleanslate('prepare', ...options)).toEqual(mistake(line));
  });

  test('takes a scenario of another tool as it is', async () => {
    const file = join(folder, 'mill.json');
    const wood = { value: 'oak', source: 'notes.md', quote: 'The wheel is oak.', difficulty: 'easy' };
    writeFileSync(file, JSON.stringify({ id: 'mill', sources: { 'notes.md': 'The wheel is oak.\n' }, questions: { wood: 'Which wood?' }, expected: { wood } }));
    const { code, stdout } = await cleanslate('prepare', '--scenario-file', file, '--profile', 'contextos');
    expect({ code, sources: (JSON.parse(stdout.slice(stdout.indexOf('{'))) as { sources: unknown }).sources }).toEqual({ code: 0, sources: { 'notes.md': 'The wheel is oak.\n' } });
    const { value, source, quote } = wood;
    writeFileSync(response, respond({ wood: { value, source, quote } }));
    expect((await score('--scenario-file', file)).code).toBe(0);
  });
});

describe('score', () => {
  test('exits 0 where all is right, 1 where something is not, 2 where nothing could be read, and prints the score each time', async () => {
    expect(await score()).toMatchObject({ code: 0, stderr: '' });
    writeFileSync(response, right.replace('"sqlite"', '"mysql"'));
    const wrong = await score();
    expect(wrong).toMatchObject({ code: 1, stderr: '' });
    expect(JSON.parse(wrong.stdout)).toMatchObject({ grounded_correct: 3 });
    writeFileSync(response, `\`\`\`json\n${right}\n\`\`\``);
    const fenced = await score();
    expect(fenced.code).toBe(2);
    expect(fenced.stderr).toBe(`cleanslate: ${response}: cannot be scored: the response is not bare JSON: it starts with a Markdown fence\n`);
    expect(JSON.parse(fenced.stdout)).toMatchObject({ format_failure: 'the response is not bare JSON: it starts with a Markdown fence' });
  });

  test('an empty file cannot be scored', async () => {
    writeFileSync(response, '');
    expect(await score()).toMatchObject({ code: 2, stderr: `cleanslate: ${response}: cannot be scored: the response is empty\n` });
  });

  test('a response that is missing, a directory, binary or 100 MB is a mistake', async () => {
    writeFileSync(response, Buffer.from([0x7b, 0x22, 0xc3, 0x28]));
    expect(await score()).toEqual(mistake(/response\.json: is not UTF-8 text/));
    truncateSync(response, 100 * 1024 * 1024);
    expect(await score()).toEqual(mistake(/response\.json: is larger than 16 MiB/));
    response = '/dev/zero';
    expect(await score()).toEqual(mistake(/\/dev\/zero: is larger than 16 MiB/));
    response = folder;
    expect(await score()).toEqual(mistake(/: is a directory/));
    response = join(folder, 'none.json');
    expect(await score()).toEqual(mistake(/none\.json: no such file/));
    expect(await cleanslate('score', '--profile', 'contextos')).toEqual(mistake(/--response is missing/));
  });
});

describe('record', () => {
  test('the tokens that are known of a trial stand on its line', async () => {
    await cleanslate('record', '--scenario', 'long', '--profile', 'contextos', '--response', response, '--results', results, '--model', 'm', '--provider', 'p', '--trial', '1', '--latency', '2.4', '--input-tokens', '900', '--output-tokens', '120');
    expect(recorded()).toMatchObject([{ scenario: 'long', input_tokens: 900, output_tokens: 120 }]);
  });

  test('appends one line with all that the trial was', async () => {
    writeFileSync(response, `\uFEFF${right}\r\n`);
    expect(await record()).toMatchObject({ code: 0, stdout: '' });
    expect(await record({ 'input-tokens': '900', 'output-tokens': '0', trial: '2', latency: '0' })).toMatchObject({ code: 0 });
    const [first, second] = recorded();
    expect(Object.keys(first ?? {})).toEqual(['scenario', 'profile', 'model_id', 'provider', 'trial_index', 'prompt_sha256', 'raw_response', 'score', 'latency_seconds', 'input_tokens', 'output_tokens']);
    const { stdout } = await cleanslate('prepare', '--profile', 'contextos');
    const prompt_sha256 = createHash('sha256').update(stdout.slice(0, -1)).digest('hex');
    expect(first).toMatchObject({ scenario: 'short', profile: 'contextos', model_id: 'm', provider: 'p', trial_index: 1, prompt_sha256, latency_seconds: 2.4, input_tokens: null, output_tokens: null });
    expect(second).toMatchObject({ trial_index: 2, latency_seconds: 0, input_tokens: 900, output_tokens: 0 });
    expect(Buffer.from(first?.['raw_response'] as string)).toEqual(readFileSync(response));
    expect(first?.['score']).toEqual(JSON.parse((await score()).stdout));
  });

  test.each(['', 'I do not know.', '{"answers": {}}', '\0'])('records what could not be read too: %j', async (text) => {
    writeFileSync(response, text);
    const { code, stderr } = await record();
    expect({ code, lines: stderr.split('\n').length }).toEqual({ code: 0, lines: 2 });
    expect(recorded()[0]).toMatchObject({ raw_response: text, score: { format_failure: expect.any(String) as string } });
  });

  test.each<[Record<string, string | undefined>, RegExp]>([
    [{ trial: '0' }, /--trial "0" is not a whole number of at least 1/],
    [{ trial: '-1' }, /--trial "-1"/],
    [{ trial: '1.5' }, /--trial "1.5"/],
    [{ trial: '9007199254740993' }, /--trial "9007199254740993"/],
    [{ trial: undefined }, /--trial is missing/],
    [{ latency: '-0.1' }, /--latency "-0.1" is not a finite number of seconds/],
    [{ latency: 'nan' }, /--latency "nan"/],
    [{ latency: 'Infinity' }, /--latency "Infinity"/],
    [{ latency: '1e999' }, /--latency "1e999"/],
    [{ latency: '' }, /--latency is missing/],
    [{ 'input-tokens': '-1' }, /--input-tokens "-1" is not a whole number of at least 0/],
    [{ 'output-tokens': '1e3' }, /--output-tokens "1e3"/],
    [{ model: ' ' }, /--model is missing/],
    [{ provider: undefined }, /--provider is missing/],
    [{ results: undefined }, /--results is missing/],
    [{ response: '/nowhere/x' }, /\/nowhere\/x: no such file/],
    [{ profile: 'handoff-sentences' }, /does not define it/],
    [{ results: '/nowhere/x.jsonl' }, /\/nowhere\/x\.jsonl: its directory does not exist/],
    [{ results: '/dev/null' }, /\/dev\/null: is not a regular file/],
    [{ results: '/tmp' }, /\/tmp: is a directory/],
  ])('%j is a mistake, and nothing is appended', async (change, line) => {
    expect(await record(change)).toEqual(mistake(line));
    expect(existsSync(results)).toBe(false);
  });

  test('bytes that are no text are refused, since they could not be kept as they are', async () => {
    writeFileSync(response, Buffer.from([0xff, 0xfe, 0x00]));
    expect(await record()).toEqual(mistake(/is not UTF-8 text/));
    expect(existsSync(results)).toBe(false);
  });
});

describe('summarize', () => {
  test('prints the table of what was recorded', async () => {
    await record();
    await record({ profile: 'handoff', model: 'a|b' });
    const { code, stdout } = await cleanslate('summarize', '--results', results);
    expect(code).toBe(0);
    expect(stdout.split('\n').map((row) => row.split(' | ').slice(0, 2).join(' | '))).toEqual(['| Model | Profile', '| --- | ---', '| a\\|b | handoff', '| m | contextos', '']);
    const { stdout: json } = await cleanslate('summarize', '--results', results, '--json');
    expect(JSON.parse(json)).toMatchObject([{ kind: 'decisions', rows: [{ group: { Model: 'a|b' } }, { trials: 1, figures: { 'Mean correct': '4.00' } }] }]);
  });

  test('of revision beside others is refused', async () => {
    await record();
    await record({ scenario: 'revision', profile: 'handoff' });
    expect(await cleanslate('summarize', '--results', results)).toEqual(mistake(/results of revision and of other scenarios are in one file/));
  });

  test('half a line at the end is passed over and said', async () => {
    await record();
    writeFileSync(results, readFileSync(results, 'utf8') + '{"scenario":"short","pro');
    const { code, stdout, stderr } = await cleanslate('summarize', '--results', results);
    expect({ code, rows: stdout.split('\n').length, stderr }).toEqual({ code: 0, rows: 4, stderr: expect.stringContaining('half a line') as string });
  });

  test('what is no results file is a mistake', async () => {
    mkdirSync(join(folder, 'sub'));
    expect(await cleanslate('summarize', '--results', join(folder, 'sub'))).toEqual(mistake(/is a directory/));
    expect(await cleanslate('summarize', '--results', results)).toEqual(mistake(/no such file/));
    writeFileSync(results, '\n');
    expect(await cleanslate('summarize', '--results', results)).toEqual(mistake(/holds no results/));
    writeFileSync(results, 'hello\n');
    expect(await cleanslate('summarize', '--results', results)).toEqual(mistake(/trials\.jsonl:1: this line is not JSON/));
    writeFileSync(results, Buffer.from([0xff, 0x0a]));
    expect(await cleanslate('summarize', '--results', results)).toEqual(mistake(/is not UTF-8 text/));
  });
});
