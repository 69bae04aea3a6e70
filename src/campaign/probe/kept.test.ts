import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { temporaryDirectory } from '../../../test/support/temporary.js';
import { findAdapter } from '../../agents/registry.js';
import { sha256 } from '../../common/digest.js';
import { Material } from '../../evidence/material.js';
import { keepProbe, keptProbe } from './kept.js';
import { agentPins } from './pins.js';
import { tableDigest, type ProbeResult } from './result.js';

const adapter = findAdapter({ agent: 'codex' });
const image = { reference: 'r', digest: `sha256:${'0'.repeat(64)}` };
const result: ProbeResult = { agent: 'codex', version: adapter.version, image: image.digest, table: tableDigest(adapter), looks: 3, agrees: true, differences: [], marks: [], written: [] };

let cache: string;
beforeEach(() => {
  cache = temporaryDirectory();
  vi.stubEnv('XDG_CACHE_HOME', cache);
  return () => { vi.unstubAllEnvs(); };
});

test('a result is found again for the same image, version and table, and for nothing else', async () => {
  expect(await keptProbe(adapter, image)).toBeUndefined();
  await keepProbe(result);
  expect(JSON.parse((await keptProbe(adapter, image)) ?? '')).toEqual(result);
  expect(await keptProbe(adapter, { ...image, digest: `sha256:${'1'.repeat(64)}` })).toBeUndefined();
  expect(await keptProbe(adapter, { ...image, digest: null })).toBeUndefined();
  expect(await keptProbe({ ...adapter, version: '0.0.1' }, image)).toBeUndefined();
  expect(await keptProbe({ ...adapter, state: adapter.state.slice(1) }, image)).toBeUndefined();
  expect(await keptProbe(findAdapter({ agent: 'pi' }), image)).toBeUndefined();
});

test('what is no result of this version of the program says nothing', async () => {
  await keepProbe(result);
  writeFileSync(join(cache, 'cleanslate/probes/codex.json'), '{"agent":"codex"');
  expect(await keptProbe(adapter, image)).toBeUndefined();
  writeFileSync(join(cache, 'cleanslate/probes/codex.json'), '{"agent":"codex"}');
  expect(await keptProbe(adapter, image)).toBeUndefined();
});

test('a configuration is pinned to what its agent\'s probe found, byte for byte', async () => {
  const staged = await Material.open(temporaryDirectory());
  const configurations = [{ configuration: { id: 'a' }, adapter, mode: 'workspace' }] as unknown as Parameters<typeof agentPins>[0];
  const images = new Map([[adapter.image, image]]);
  expect(await agentPins(configurations, images, staged)).toEqual({ agents: { a: { id: 'codex', version: adapter.version, probe: null } }, material: [] });
  await keepProbe(result);
  const digest = sha256(readFileSync(join(cache, 'cleanslate/probes/codex.json')));
  expect(await agentPins(configurations, images, staged)).toEqual({ agents: { a: { id: 'codex', version: adapter.version, probe: `material/${digest}` } }, material: [digest] });
  expect((await staged.get(digest)).toString()).toContain('"agrees": true');
});
