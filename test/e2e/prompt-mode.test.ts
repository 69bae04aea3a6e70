import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { DIALECTS } from '../../src/gateway/dialects/index.js';
import { DIALECT_IDS } from '../../src/gateway/dialects/message.js';
import type { WireRecord } from '../../src/gateway/record/wire.js';
import type { AttemptRecord } from '../../src/trial/attempt-record.js';
import { cleanslate, jsonLines, LIMITS, manifestFile } from '../support/cleanslate.js';
import { expectReplayed } from '../support/replayed.js';
import { temporaryDirectory } from '../support/temporary.js';

/** No container engine can be found: what asks a model alone needs none. */
const NO_ENGINE = { DOCKER_HOST: 'unix:///nowhere/docker.sock' };

const record = (dir: string, trial: string, attempt = 1): AttemptRecord => JSON.parse(readFileSync(join(dir, `trials/${trial}/attempt-${String(attempt)}/attempt.json`), 'utf8')) as AttemptRecord;
const wire = (dir: string, trial: string): WireRecord[] => jsonLines(readFileSync(join(dir, `trials/${trial}/attempt-1/wire.jsonl`), 'utf8')) as unknown as WireRecord[];
const model = (id: string, more: object): object => ({ id, agent: 'model', model: { label: 'm-1', provider: 'scripted', ...more } });

test('a model is asked the prepared prompt, byte for byte, in every dialect, without a tool and without an engine', async () => {
  const dir = join(temporaryDirectory(), 'campaign');
  const configurations = [...DIALECT_IDS.map((dialect) => model(dialect, { dialect })), model('whole', { stream: false, parameters: { temperature: 0 } })];
  const tasks = [{ scenario: 'short', profiles: ['handoff'] }, { scenario: 'revision', profiles: ['contextos'] }, { id: 'turns', scenario: 'long', profiles: ['contextos'], sessions: [{ turns: ['Hello.', 'And again.'] }, { turns: ['probe'] }] }];
  const run = await cleanslate(['run', manifestFile({ campaign: 'models', engine: 'docker', runs: 1, limits: LIMITS, tasks, configurations }), '--out', dir], NO_ENGINE);
  expect({ exitCode: run.exitCode, stderr: run.exitCode === 0 ? '' : run.stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(run.stdout).toContain('All 15 trials complete.\nNo invalid attempts.');
  expect(run.stdout).toContain('| Configuration | Mode | Scenario |');
  expect(run.stdout).toMatch(/\| gemini \| prompt \| short \| handoff \| \d+ \| 1 \| 4\.00 \|/);
  expect(run.stdout).toContain('| anthropic-messages | prompt | revision | contextos | 1 | 2.00 | 2.00 | 2.00 | 2.00 | 2.00 | 0 |');
  expect((await cleanslate(['verify', dir])).exitCode).toBe(0);
  await expectReplayed(dir, 'gemini.turns.contextos.run-1');

  const { stdout: prompt } = await cleanslate(['prepare', '--scenario', 'short', '--profile', 'handoff']);
  for (const id of [...DIALECT_IDS, 'whole']) {
    const [request, response, ...more] = wire(dir, `${id}.short.handoff.run-1`);
    expect(more).toEqual([]);
    if (request?.type !== 'request' || response?.type !== 'response') throw new Error('a request comes first, then its response');
    expect(request).toMatchObject({ dialect: id === 'whole' ? 'openai-chat' : id, model: 'm-1', tools: [], server_state: [], stream: id !== 'whole' });
    const parsed = DIALECTS[request.dialect ?? 'gemini'].parse(request.body as Record<string, unknown>, request.target.split('?')[0] ?? '');
    expect(parsed).toMatchObject({ system: '', messages: [{ role: 'user', texts: [prompt] }] });
    expect(response.reply?.text).toBe(readFileSync(join(dir, `trials/${id}.short.handoff.run-1/attempt-1/answer.txt`), 'utf8'));
    expect(record(dir, `${id}.short.handoff.run-1`)).toMatchObject({
      agent: 'model', mode: 'prompt', valid: true, signals: [], observed_model: 'm-1', tool_calls: 0, files_changed: 0, sandbox: { kind: 'none' }, witnesses: { status: 'agree' },
    });
  }
  // A session is one conversation, and a new session knows nothing of the one before.
  const [first, , second, , third] = wire(dir, 'gemini.turns.contextos.run-1');
  const texts = (request: WireRecord | undefined): number[] => (request?.type === 'request' ? [request.session, Number(request.shared?.prefix['contents'] ?? 0) + (request.body as { contents: unknown[] }).contents.length] : []);
  expect([first, second, third].map(texts)).toEqual([[1, 1], [1, 3], [2, 1]]);

  const lines = jsonLines(readFileSync(join(dir, 'results.jsonl'), 'utf8'));
  expect(new Set(lines.map(({ mode }) => mode))).toEqual(new Set(['prompt']));
  // A line says what `record` would say of the same answer to the same prompt.
  expect((await cleanslate(['prepare', '--scenario', 'short', '--profile', 'handoff', '--json'])).stdout).toContain(String(lines.find(({ task }) => task === 'short')?.['prompt_sha256']));
});

test('whoever failed is told as for every other agent, and no fault becomes points', async () => {
  const folder = temporaryDirectory();
  const dir = join(folder, 'campaign');
  const answer = { answer: { answers: {} } };
  const scripts: Record<string, object[]> = {
    recovers: [{ fail: { status: 429, retry_after: 0, times: 1 } }, answer],
    outage: [{ fail: { status: 500 } }],
    overloaded: [{ sse_error: 'overloaded_error' }],
    cut: [{ cut_stream: true }],
    key: [{ fail: { status: 401 } }],
    page: [{ html: true }],
    hang: [{ hang: true }],
    empty: [{ answer: '' }],
  };
  for (const [name, turns] of Object.entries(scripts)) writeFileSync(join(folder, `${name}.yaml`), stringify({ turns }));
  const manifest = manifestFile({
    campaign: 'faults', runs: 1, attempts: 1, limits: LIMITS, model_limits: { consecutive_faults: 2, fault_seconds: 5 },
    providers: Object.fromEntries(Object.keys(scripts).map((name) => [name, { mode: 'scripted', script: `${name}.yaml`, models: ['m-1'] }])),
    tasks: [{ scenario: 'short', profiles: ['handoff'] }],
    configurations: Object.keys(scripts).map((name) => model(name, { provider: name, dialect: 'anthropic-messages' })),
  }, folder);
  const run = await cleanslate(['run', manifest, '--out', dir, '--concurrency', '8'], NO_ENGINE);
  expect(run.exitCode).toBe(3);
  expect(run.stdout).toContain('2 of 8 trials complete');
  const ended = (name: string): unknown[] => {
    const { valid, ended: how, signals } = record(dir, `${name}.short.handoff.run-1`);
    return [valid, how, ...new Set(signals.map(({ blame, kind, recovered }) => `${blame}: ${kind}${recovered ? ', recovered' : ''}`))];
  };
  expect(Object.fromEntries(Object.keys(scripts).map((name) => [name, ended(name)]))).toEqual({
    recovers: [true, 'agent-exit', 'provider: rate-limit, recovered'],
    outage: [false, 'model-stop', 'provider: server-error'],
    overloaded: [false, 'model-stop', 'provider: overloaded'],
    cut: [false, 'model-stop', 'provider: cut-stream'],
    key: [false, 'agent-exit', 'harness: credentials'],
    page: [false, 'model-stop', 'provider: html'],
    hang: [false, 'model-stop', 'provider: fault-time'],
    empty: [true, 'agent-exit', 'agent: no-answer'],
  });
  expect(jsonLines(readFileSync(join(dir, 'results.jsonl'), 'utf8')).map(({ configuration }) => configuration).sort()).toEqual(['empty', 'recovers']);
});

test('an agent with tools gets the prompt in an empty workspace; that it used them all the same is told, and scored like the rest', async () => {
  const dir = join(temporaryDirectory(), 'campaign');
  const lists = 'process.stdin.resume(); console.log(require("fs").readdirSync(".").join(" "))';
  const manifest = manifestFile({
    campaign: 'tools', mode: 'prompt', runs: 2, limits: LIMITS, tasks: [{ scenario: 'short', profiles: ['contextos'] }],
    configurations: [
      { id: 'oracle', agent: 'control/oracle-reader' },
      { id: 'leaker', agent: 'control/leaker' },
      { id: 'reads', agent: 'control/oracle-reader', mode: 'workspace' },
      { id: 'lists', agent: 'command', command: { argv: ['node', '-e', lists], prompt: 'stdin' } },
    ],
  });
  const run = await cleanslate(['run', manifest, '--engine', 'local', '--allow-unisolated', '--out', dir]);
  expect({ exitCode: run.exitCode, stderr: run.exitCode === 0 ? '' : run.stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(run.stdout).toContain('TOOL CALLS in mode prompt, where none are wanted, in: trials/leaker.short.contextos.run-1/attempt-1, trials/leaker.short.contextos.run-2/attempt-1.');
  expect(run.stdout).toMatch(/\| oracle \| prompt \| short \| contextos \| \d+ \| 2 \| 4\.00 \|/);
  expect(run.stdout).toMatch(/\| reads \| workspace \| short \| contextos \| \d+ \| 2 \| 4\.00 \|/);
  expect(run.stdout).not.toContain('Not as built');
  expect(record(dir, 'leaker.short.contextos.run-1')).toMatchObject({ mode: 'prompt', valid: true });
  expect(record(dir, 'leaker.short.contextos.run-1').tool_calls).toBeGreaterThan(0);
  expect(readFileSync(join(dir, 'trials/lists.short.contextos.run-1/attempt-1/answer.txt'), 'utf8')).toBe('.git\n');
  const shown = async (trial: string): Promise<string> => (await cleanslate(['show', dir, trial])).stdout;
  expect(await shown('leaker.short.contextos.run-1')).toMatch(/mode prompt, and yet TOOL CALLS: \d+; it is scored like the rest/);
  expect(await shown('oracle.short.contextos.run-1')).toContain('mode prompt, no tool call\n');
  expect(await shown('lists.short.contextos.run-1')).toContain('mode prompt; whether it called tools cannot be seen\n');
  expect(await shown('reads.short.contextos.run-1')).not.toContain('mode prompt');
});
