import { execa } from 'execa';
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { appendLine } from '../../src/cli/append-line.js';
import { temporaryDirectory } from '../support/temporary.js';

let folder: string;
let results: string;
beforeEach(() => {
  folder = temporaryDirectory();
  results = join(folder, 'trials.jsonl');
});
const lines = (): string[] => readFileSync(results, 'utf8').split('\n');
const program = join(import.meta.dirname, '../../bin/cleanslate.js');

/** A process that records the same response again and again; it is dead when the test is over. */
function recordMany(response: string, model: string, count: number) {
  const child = execa(process.execPath, [join(import.meta.dirname, '../children/record-many.mjs'), response, results, model, String(count)], { reject: false });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await child;
  });
  return child;
}

test('two writers at once, a hundred long lines each: every line is whole and none is missing', async () => {
  const response = join(folder, 'response.txt');
  writeFileSync(response, 'a long answer é '.repeat(8000));
  const children = ['a', 'b'].map((model) => recordMany(response, model, 100));
  for (const child of children) expect(await child).toMatchObject({ exitCode: 0 });
  const written = lines();
  expect(written.pop()).toBe('');
  const trials = written.map((line) => JSON.parse(line) as { model_id: string; trial_index: number; raw_response: string });
  for (const model of ['a', 'b'])
    expect(trials.filter(({ model_id }) => model_id === model).map(({ trial_index }) => trial_index)).toEqual(Array.from({ length: 100 }, (_, at) => at + 1));
  for (const { raw_response } of trials) expect(raw_response).toHaveLength(128_000);
});

test('while another writer is in the middle of a line, a writer waits instead of taking it for a leftover', async () => {
  const response = join(folder, 'response.txt');
  writeFileSync(response, 'no');
  writeFileSync(results, '{"scenario":"slow"');
  const file = openSync(results, 'a');
  expect(spawnSync('flock', ['--exclusive', '3'], { stdio: ['ignore', 'ignore', 'ignore', file] }).status).toBe(0);
  const child = recordMany(response, 'a', 1);
  const ended = child.then(() => 'ended' as const);
  const waits = (): boolean => readFileSync('/proc/locks', 'utf8').split('\n').some((line) => line.includes('-> FLOCK') && line.includes(`:${String(statSync(results).ino)} `));
  let state: 'ended' | undefined;
  while (state === undefined && !waits()) state = await Promise.race([ended, new Promise<undefined>((next) => setImmediate(() => { next(undefined); }))]);
  writeSync(file, '}\n');
  closeSync(file);
  await child;
  expect(lines()[0]).toBe('{"scenario":"slow"}');
  expect(lines()).toHaveLength(3);
});

test('a writer that is killed leaves a file that the next one can go on with', async () => {
  const response = join(folder, 'response.txt');
  writeFileSync(response, 'x'.repeat(1_000_000));
  const child = recordMany(response, 'a', 1_000_000);
  const ended = child.then(({ exitCode }) => { throw new Error(`ended by itself with ${String(exitCode)}`); }, () => undefined);
  while ((statSync(results, { throwIfNoEntry: false })?.size ?? 0) < 5_000_000) await Promise.race([ended, new Promise((next) => setImmediate(next))]);
  child.kill('SIGKILL');
  await child;
  appendLine(results, '{"scenario":"after"}');
  const written = lines();
  expect(written.slice(-2)).toEqual(['{"scenario":"after"}', '']);
  for (const line of written.slice(0, -1)) JSON.parse(line);
});

describe('what stands at the end of the file', () => {
  test.each<[string, string, string]>([
    ['nothing', '', '{"scenario":"new"}\n'],
    ['whole lines', '{"a":1}\n', '{"a":1}\n{"scenario":"new"}\n'],
    ['a line without its newline', '{"a":1}\n{"b":"é"}', '{"a":1}\n{"b":"é"}\n{"scenario":"new"}\n'],
    ['half a line of ours', '{"a":1}\n{"scenario":"short","raw_response":"é', '{"a":1}\n{"scenario":"new"}\n'],
    ['the first characters of a line of ours', '{"sce', '{"scenario":"new"}\n'],
    ['half a line longer than one read', `{"a":1}\n{"scenario":"${'é'.repeat(100_000)}`, '{"a":1}\n{"scenario":"new"}\n'],
  ])('%s: the new line is whole', (_, before, after) => {
    writeFileSync(results, before);
    appendLine(results, '{"scenario":"new"}');
    expect(readFileSync(results, 'utf8')).toBe(after);
  });

  test.each(['# Notes\n\nno newline here', '{"other": '])('something that is not ours is left alone: %j', (before) => {
    writeFileSync(results, before);
    expect(() => { appendLine(results, '{}'); }).toThrow('does not end in a complete line of JSON');
    expect(readFileSync(results, 'utf8')).toBe(before);
  });
});

test('a line that the disk cannot take whole is taken away again', async () => {
  const response = join(folder, 'response.txt');
  writeFileSync(response, 'x'.repeat(20_000));
  writeFileSync(results, '{"a":1}\n');
  const record = `record --profile handoff --response ${response} --results ${results} --model m --provider p --trial 1 --latency 1`;
  const { exitCode, stderr } = await execa('bash', ['-c', `trap '' XFSZ; ulimit -f 8; exec ${process.execPath} ${program} ${record}`], { reject: false });
  expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringMatching(/^cleanslate: .*trials\.jsonl: only 8184 of \d+ bytes could be written; .*$/) as string });
  expect(readFileSync(results, 'utf8')).toBe('{"a":1}\n');
});

test('a response comes from standard input too, up to its limit', async () => {
  const score = (input: Buffer) => execa(process.execPath, [program, 'score', '--profile', 'handoff', '--response', '-'], { input, reject: false });
  expect(await score(Buffer.from('{"answers": {}}'))).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('`answers` lacks "database"') as string });
  expect(await score(Buffer.alloc(20 * 1024 * 1024, ' '))).toMatchObject({ exitCode: 2, stdout: '', stderr: 'cleanslate: standard input: is larger than 16 MiB; give the file with the final answer, in JSON' });
});
