import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Estimate } from '../../src/campaign/estimate/estimate.js';
import { cleanslate, manifestFile } from '../support/cleanslate.js';
import { temporaryDirectory } from '../support/temporary.js';

const campaign = (more: object = {}): object => ({
  campaign: 'dear', runs: 2, tasks: [{ scenario: 'short', profiles: ['handoff'] }],
  providers: { paid: { mode: 'live', base_url: 'http://127.0.0.1:1/v1', credential: { env: 'NONE' }, prices: { 'gpt-*': { input: 10, output: 100 } } } },
  configurations: [
    { id: 'oracle', agent: 'control/oracle-reader' },
    { id: 'codex', agent: 'codex', model: { label: 'gpt-5.5', provider: 'paid' } },
    { id: 'own', agent: 'command', command: { argv: ['cat'] } },
  ],
  ...more,
});
const estimate = async (manifest: object, ...more: string[]): Promise<Estimate> => {
  const { stdout, stderr } = await cleanslate(['run', manifestFile(manifest), '--dry-run', '--json', '--concurrency', '2', ...more]);
  expect(stderr).toBe('');
  return JSON.parse(stdout) as Estimate;
};

test('--dry-run says what trials may use and what that rests on, and whether a cap would be reached', async () => {
  const { trials, configurations, total, preflight, caps } = await estimate(campaign({ spend: { cost_usd: 3, tokens: 1_000_000 } }));
  expect(trials).toHaveLength(6);
  const [oracle, codex, own] = configurations;
  expect(oracle).toMatchObject({ trials: 2, input_tokens: 0, output_tokens: 0, cost_usd: 0, seconds: 2 });
  expect(own).toMatchObject({ input_tokens: null, cost_usd: null, basis: { tokens: 'it has no model that is known here' } });
  // 2 trials × 8 requests × (12 000 + prompt and sources) in, 2 × 1000 out.
  expect(codex?.input_tokens).toBeGreaterThan(2 * 8 * 12_000);
  expect(codex?.basis).toEqual({
    tokens: expect.stringMatching(/^declared: 8 requests a prompt, each of 12000 tokens .* \d+ of prompt and sources/) as string,
    time: expect.stringMatching(/^declared: 90 s a prompt/) as string,
    money: '10 and 100 USD for a million tokens in and out, nothing from a cache',
  });
  expect(codex?.cost_usd).toBeCloseTo(((codex?.input_tokens ?? 0) * 10 + 2000 * 100) / 1e6, 6);
  expect(preflight).toMatchObject({ configurations: expect.arrayContaining(['codex', 'own']) as string[], input_tokens: 36_000 });
  expect(total.input_tokens).toBe((codex?.input_tokens ?? 0) + 36_000);
  expect(total.unknown.tokens).toEqual(['own']);
  expect(caps).toMatchObject([{ cap: 'tokens', reached: false }, { cap: 'cost_usd', limit: 3, reached: false }]);
  const tight = await estimate(campaign({ spend: { cost_usd: 1.5 } }));
  expect(tight.caps).toMatchObject([{ cap: 'cost_usd', limit: 1.5, reached: true, after_trials: expect.any(Number) as number }]);
});

test('what was measured in an earlier campaign is taken instead, and what --out holds is not counted again', async () => {
  const dir = join(temporaryDirectory(), 'campaign');
  const controls = { ...campaign({ configurations: [{ id: 'oracle', agent: 'control/oracle-reader' }], providers: {} }) };
  expect(await cleanslate(['run', manifestFile(controls), '--engine', 'local', '--out', dir, '--only', '*.run-1'])).toMatchObject({ exitCode: 0 });
  const { trials, done, configurations } = await estimate(controls, '--like', dir, '--out', dir);
  expect({ trials, done }).toEqual({ trials: ['oracle.short.handoff.run-2'], done: 1 });
  expect(configurations[0]?.basis.time).toBe(`mean of 1 measured trial in ${dir} (same scenario and profile)`);

  const { stdout } = await cleanslate(['run', manifestFile(controls), '--dry-run']);
  expect(stdout).toMatch(/^oracle\.short\.handoff\.run-1\noracle\.short\.handoff\.run-2\n\n2 trials\nabout 0 tokens in, about 0 out, about 0\.00 USD, about 1 s with/);
  expect(await cleanslate(['run', manifestFile(controls), '--dry-run', '--like', temporaryDirectory()])).toMatchObject({ exitCode: 2 });
});
