import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inPackage } from '../../src/common/package-root.js';
import { sideBySide } from '../../src/common/side-by-side.js';
import { cleanslate } from '../support/cleanslate.js';
import { describeWithEngine } from '../support/engine.js';
import { expectReplayed } from '../support/replayed.js';
import { temporaryDirectory } from '../support/temporary.js';

/** Campaigns of every kind: controls, every real agent, carried memory, a service, the agents' own resets, prompts alone, a battery. */
const CAMPAIGNS: readonly (readonly [string, ...string[]])[] = [
  ['demo.yaml'], ['resets.yaml'], ['memory-server.yaml'], ['own-resets.yaml'], ['agents.yaml', '--only', '*.contextos.*'], ['prompt.yaml'], ['index.yaml', '--only', '*.{owner-moved-midway,wiki-against-policy,refund-above-the-limit,same-figure-two-regions}.*.run-1'],
];

describeWithEngine('replay from the recording', () => {
  test.each(CAMPAIGNS)('every trial of manifests/%s is equal', async (name, ...options) => {
    const dir = join(temporaryDirectory(), 'campaign');
    const run = await cleanslate(['run', inPackage('manifests', name), '--engine', 'docker', '--out', dir, '--concurrency', '2', '--no-preflight', ...options]);
    expect({ exitCode: run.exitCode, stderr: run.exitCode === 0 ? '' : run.stderr }).toEqual({ exitCode: 0, stderr: '' });
    const trials = readdirSync(join(dir, 'trials'));
    expect(trials.length).toBeGreaterThan(0);
    await sideBySide(trials, 2, (trial) => expectReplayed(dir, trial));
  });
});
