import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { inPackage } from '../../src/common/package-root.js';
import { proxyTo } from '../docker/proxy.js';
import { cleanslate, manifestFile } from '../support/cleanslate.js';
import { runDisturbed } from '../support/disturbed-index.js';
import { describeWithEngine, theEngine } from '../support/engine.js';
import { temporaryDirectory } from '../support/temporary.js';

/** One task of each category, those with the fewest sessions. */
const FOUR = ['withdrawn-without-successor', 'closed-folder-and-its-neighbour', 'refund-above-the-limit', 'same-figure-two-regions'];
const MINUTES = 60_000;

describeWithEngine('manifests/index.yaml on one task of each category', () => {
  test('survives a kill and a lost engine, verifies, and is published as soon as its five runs are there', { timeout: 10 * MINUTES }, async () => {
    const folder = temporaryDirectory();
    const index = parse(readFileSync(inPackage('manifests/index.yaml'), 'utf8')) as { configurations: { id: string }[] };
    // One run of five: all of them are the acceptance campaign. That an agent remembers nothing is its business there, too.
    const file = manifestFile({ ...index, runs: 1, battery: { use: 'core-v1', tasks: FOUR }, configurations: index.configurations.filter(({ id }) => id !== 'absent') }, folder);
    let proxy = await proxyTo(theEngine());
    const engine = { address: () => proxy.endpoint.address, lose: () => { proxy.cut(); }, bringBack: async () => { proxy.close(); proxy = await proxyTo(theEngine()); } };
    const dir = join(folder, 'campaign');
    const { stdout } = await runDisturbed(file, dir, engine, { killAfter: 2, loseAfter: 5 }, ['--no-preflight']).finally(() => { proxy.close(); });

    expect(stdout).toContain('All 12 trials complete.\nNo invalid attempts.');
    expect(stdout).toMatch(/^\| right \| full \| 0 in 1 \| 0 in 1 \| 0 in 1 \| 0 in 1 \| 0 \| 4 \|/m);
    for (const id of ['codex', 'pi']) expect(stdout).toMatch(new RegExp(`^\\| ${id} \\| full \\| 4 of 4 \\| 4 \\| `, 'm'));
    expect(await cleanslate(['verify', dir])).toMatchObject({ exitCode: 0 });
    const { exitCode, stdout: refused } = await cleanslate(['publish', dir, '--out', join(folder, 'bundle'), '--json']);
    expect({ exitCode, reasons: (JSON.parse(refused) as { reasons: string[] }).reasons }).toEqual({ exitCode: 1, reasons: ['manifest: runs is 1, and the protocol asks for 5 of every task'] });
  });
});
