import { copyFileSync, cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inPackage } from '../../src/common/package-root.js';
import { cleanslate } from '../support/cleanslate.js';
import { runDisturbed } from '../support/disturbed-index.js';
import { describeWithEngine } from '../support/engine.js';
import { engineOfItsOwn, type EngineOfItsOwn } from '../support/engine-of-its-own.js';
import { suiteDirectory, temporaryDirectory } from '../support/temporary.js';

const HOURS = 3_600_000;

describeWithEngine('the index', () => {
  const folder = suiteDirectory();
  let engine: EngineOfItsOwn;
  beforeAll(async () => {
    engine = await engineOfItsOwn();
    await engine.give(['base', 'codex', 'pi']);
  });
  afterAll(async () => { await engine.remove(); });

  test('five runs of every task with two real binaries: survives a kill and an engine that dies, is published, and its bundle verifies in an empty directory', { timeout: 6 * HOURS }, async () => {
    const [file, dir, bundle] = ['index.yaml', 'campaign', 'bundle'].map((name) => join(folder(), name)) as [string, string, string];
    copyFileSync(inPackage('manifests/index.yaml'), file);
    const { stdout } = await runDisturbed(file, dir, engine, { killAfter: 100, loseAfter: 300 });
    expect(stdout).toContain('All 640 trials complete.');
    expect(stdout).toMatch(/^\| right \| full \| 0 in 40 \| 0 in 40 \| 0 in 40 \| 0 in 40 \| 0 \| 160 \|/m);
    expect(await cleanslate(['verify', dir])).toMatchObject({ exitCode: 0 });
    const published = await cleanslate(['publish', dir, '--out', bundle]);
    expect({ exitCode: published.exitCode, why: published.exitCode === 0 ? '' : published.stdout + published.stderr }).toEqual({ exitCode: 0, why: '' });
    const elsewhere = temporaryDirectory();
    cpSync(bundle, join(elsewhere, 'bundle'), { recursive: true });
    expect(await cleanslate(['verify', 'bundle'], { HOME: elsewhere, DOCKER_HOST: 'unix:///nowhere.sock' }, elsewhere)).toMatchObject({ exitCode: 0 });
  });
});
