import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { planCampaign } from '../../campaign/plan.js';
import { inPackage } from '../../common/package-root.js';
import { readManifest } from '../../protocol/manifest-file.js';
import { startable, writeStarter } from './write-starter.js';

const folder = mkdtempSync(join(tmpdir(), 'First Steps-'));
afterAll(() => { rmSync(folder, { recursive: true }); });

test.each(startable())('a first manifest with %s can be run', async (agent) => {
  const file = join(folder, `${agent.replace('/', '-')}.yaml`);
  await writeStarter(file, { agent: [agent] });
  const { runs } = await planCampaign(await readManifest(file));
  expect(runs).toHaveLength(15);
  expect(new Set(runs.map(({ configuration }) => configuration.agent))).toEqual(new Set([agent]));
});

test('it is named after its folder, asks two control agents, and may have a project or a battery', async () => {
  const file = join(folder, 'cleanslate.yaml');
  await writeStarter(file, { workspace: folder });
  const { manifest } = await readManifest(file);
  expect(manifest.campaign).toMatch(/^first-steps-/);
  expect(manifest.configurations.map(({ id }) => id)).toEqual(['oracle-reader', 'stale-reader']);
  expect(manifest.tasks[0]?.workspace).toEqual({ directory: '.' });
  await writeStarter(join(folder, 'battery.yaml'), { battery: 'core-v1' });
  expect((await readManifest(join(folder, 'battery.yaml'))).manifest.battery).toBe('core-v1');
});

test('a file that is there stays as it is, and one that cannot be run is not left behind', async () => {
  const file = join(folder, 'kept.yaml');
  await writeStarter(file, {});
  const before = readFileSync(file, 'utf8');
  await expect(writeStarter(file, { agent: ['codex'] })).rejects.toThrow('no file is replaced');
  expect(readFileSync(file, 'utf8')).toBe(before);
  const refused = join(folder, 'refused.yaml');
  await expect(writeStarter(refused, { battery: 'core-v0' })).rejects.toThrow('core-v0');
  await expect(writeStarter(refused, { agent: ['codec'] })).rejects.toThrow('no agent `codec`');
  expect(() => readFileSync(refused)).toThrow('ENOENT');
});

test('an editor finds the schema from a manifest in the same project, and no path of this machine stands in another', async () => {
  const inside = inPackage('manifests', 'init-test.yaml');
  try {
    await writeStarter(inside, {});
    expect(readFileSync(inside, 'utf8').split('\n')[0]).toBe('# yaml-language-server: $schema=../schemas/manifest.schema.json');
  } finally {
    rmSync(inside, { force: true });
  }
  await writeStarter(join(folder, 'elsewhere.yaml'), {});
  expect(readFileSync(join(folder, 'elsewhere.yaml'), 'utf8')).not.toContain('$schema');
});
