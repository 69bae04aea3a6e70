import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { describe, expect, test } from 'vitest';
import { codex } from '../../src/agents/codex.js';
import { cleanslate, LIMITS, manifestFile } from '../support/cleanslate.js';
import { describeWithEngine } from '../support/engine.js';
import { serve } from '../support/gateway.js';
import { journalOf } from '../support/journal.js';
import { forwardTo, listen } from '../support/listeners.js';
import { temporaryDirectory } from '../support/temporary.js';

const KEY = 'sk-real-77aa31c09e5d4f2b8c6e';
const readJson = (...path: string[]): Record<string, unknown> => JSON.parse(readFileSync(join(...path), 'utf8')) as Record<string, unknown>;
const program = (id: string, argv: string[]): object => ({ id, agent: 'command', command: { argv } });
const manifest = (configurations: object[], more: object = {}): object => ({
  campaign: 'proving', runs: 1, attempts: 2, limits: LIMITS, tasks: [{ scenario: 'short', profiles: ['handoff'] }], configurations, ...more,
});

describe('a program that is not there', () => {
  test('is one line for each configuration before any trial; the same directory takes the corrected manifest', async () => {
    const folder = temporaryDirectory();
    const dir = join(folder, 'campaign');
    const run = (configurations: object[]) => cleanslate(['run', manifestFile(manifest([{ id: 'oracle', agent: 'control/oracle-reader' }, ...configurations]), folder), '--engine', 'local', '--allow-unisolated', '--out', dir]);
    const failed = await run([program('there', ['cat']), program('gone', ['no-such-program']), program('below', ['./bin/none.sh'])]);
    expect(failed).toMatchObject({ exitCode: 2, stdout: '' });
    const lines = failed.stderr.split('\n').filter((line) => line.startsWith('cleanslate: '));
    expect(lines).toEqual([
      expect.stringMatching(/manifest\.yaml: configuration `below` \(command\) .*no program `\.\/bin\/none\.sh`.*preflight\/below\/attempt-1$/),
      expect.stringMatching(/manifest\.yaml: configuration `gone` \(command\) .*no program `no-such-program`.*preflight\/gone\/attempt-1$/),
    ]);
    expect(readdirSync(dir).sort()).toEqual(['material', 'preflight']);

    expect(await run([program('there', ['cat']), program('gone', ['true'])])).toMatchObject({ exitCode: 0 });
    // Control agents have nothing to prove.
    const tried = journalOf(dir).filter(({ type }) => type === 'preflight.sealed').map(({ configuration, number, cause }) => [configuration, number, cause === null]);
    expect(tried).toEqual([['below', 1, false], ['gone', 1, false], ['gone', 2, true], ['there', 1, true], ['there', 2, true]]);
    expect(readJson(dir, 'campaign.json')).toMatchObject({ preflight: 'run' });
    expect(await cleanslate(['verify', dir])).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('preflight: 5 preflights') as string });

    // Nothing is left to run, so nobody has anything to prove.
    const length = journalOf(dir).length;
    expect(await run([program('there', ['cat']), program('gone', ['true'])])).toMatchObject({ exitCode: 0 });
    expect(journalOf(dir).slice(length).map(({ type }) => type)).toEqual(['campaign.resumed']);

    writeFileSync(join(dir, 'preflight/gone/attempt-1/preflight.json'), '{}');
    expect(await cleanslate(['verify', dir])).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('preflight/gone/attempt-1/preflight.json: changed') as string });
  });

  test('is found by its trials with --no-preflight, and the campaign says so', async () => {
    const dir = join(temporaryDirectory(), 'campaign');
    const args = ['run', manifestFile(manifest([program('gone', ['no-such-program'])])), '--engine', 'local', '--allow-unisolated', '--out', dir, '--no-preflight'];
    expect(await cleanslate(args)).toMatchObject({ exitCode: 3 });
    expect(existsSync(join(dir, 'preflight'))).toBe(false);
    expect(readJson(dir, 'campaign.json')).toMatchObject({ preflight: 'skipped' });
    expect(journalOf(dir).find(({ type }) => type === 'preflight.skipped')).toMatchObject({ configurations: ['gone'] });
    expect(journalOf(dir).filter(({ type }) => type === 'attempt.sealed')).toHaveLength(2);
  });
});

describeWithEngine('a real agent', () => {
  test('asks its own provider and calls one tool before its first trial; a model that is not there costs none', { timeout: 300_000 }, async () => {
    const folder = temporaryDirectory();
    const dir = join(folder, 'campaign');
    const missing = join(folder, 'missing.yaml');
    writeFileSync(missing, stringify({ turns: [{ fail: { status: 404, code: 'model_not_found' } }] }));
    // Two providers on this machine, one of which does not have the model.
    const upstream = async (script: string): Promise<object> => {
      const { attempt } = await serve({ mode: 'scripted', script });
      const { port } = await listen('127.0.0.1', forwardTo(attempt.socketPath));
      return { mode: 'live', base_url: `http://127.0.0.1:${String(port)}/v1`, credential: { env: 'THE_KEY' }, prices: { '*': { input: 1, output: 2 } } };
    };
    const providers = { good: await upstream('reader'), bad: await upstream(missing) };
    const agent = (id: string): object => ({ id, agent: 'codex', model: { label: 'gpt-5.5', provider: id } });
    const file = manifestFile(manifest([agent('good'), agent('bad')], { providers, limits: { agent_seconds: 120 } }), folder);
    const run = (...more: string[]) => cleanslate(['run', file, '--engine', 'docker', '--out', dir, ...more], { THE_KEY: KEY });

    const failed = await run();
    expect(failed).toMatchObject({ exitCode: 2, stdout: '' });
    expect(failed.stderr.split('\n').filter((line) => line.startsWith('cleanslate: '))).toEqual([expect.stringMatching(/configuration `bad` \(codex\).*model.*`model\.label`/)]);
    expect(existsSync(join(dir, 'trials'))).toBe(false);
    expect(readJson(dir, 'preflight/bad/attempt-1/preflight.json')).toMatchObject({ cause: { by: 'user', kind: 'unknown-model' } });
    expect(readJson(dir, 'preflight/good/attempt-1/preflight.json')).toMatchObject({
      program: { argv: 'codex', pinned: codex.version, said: codex.version }, tool_call: true, cause: null,
      model: { provider: 'good', mode: 'live', fixed_script: false, observed: 'gpt-5.5' },
    });

    expect(await run('--only', 'good.*')).toMatchObject({ exitCode: 0 });
    expect(journalOf(dir).filter(({ type }) => type === 'preflight.sealed')).toHaveLength(3);
    // What the preflight used counts as the trials' own requests do.
    const { spent } = readJson(dir, 'preflight/good/attempt-2/attempt.json') as { spent: { tokens: number; cost_usd: number } };
    expect(spent.tokens).toBeGreaterThan(1000);
    expect(spent.cost_usd).toBeGreaterThan(0);
    expect(await cleanslate(['verify', dir])).toMatchObject({ exitCode: 0 });
    const evidence = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => readFileSync(join(entry.parentPath, entry.name)));
    expect(evidence.filter((bytes) => bytes.includes(KEY))).toHaveLength(0);
  });
});
