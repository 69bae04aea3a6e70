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

test('a result is found again for the same image, version and table; for any other it says in what it differs', async () => {
  expect(await keptProbe(adapter, image)).toBeUndefined();
  await keepProbe(result);
  const driftOf = async (...about: Parameters<typeof keptProbe>): Promise<string[] | undefined> => (await keptProbe(...about))?.drift;
  expect(await keptProbe(adapter, image)).toMatchObject({ result, drift: [] });
  expect(await driftOf(adapter, { ...image, digest: `sha256:${'1'.repeat(64)}` })).toEqual(['another image']);
  expect(await driftOf(adapter, { ...image, digest: null })).toEqual(['another image']);
  expect(await driftOf({ ...adapter, version: '0.0.1' }, image)).toEqual([`version ${adapter.version}`]);
  expect(await driftOf({ ...adapter, state: adapter.state.slice(1) }, image)).toEqual(['another state table']);
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

test('a result of something else is not pinned, and said once; one that does not agree is pinned, and said', async () => {
  const two = ['a', 'b'].map((id) => ({ configuration: { id }, adapter })) as unknown as Parameters<typeof agentPins>[0];
  const notes = async (changes: Partial<ProbeResult>): Promise<[boolean, string[]]> => {
    await keepProbe({ ...result, ...changes });
    const lines: string[] = [];
    const { agents } = await agentPins(two, new Map([[adapter.image, image]]), await Material.open(temporaryDirectory()), (line) => lines.push(line));
    return [agents['b']?.probe !== null, lines];
  };
  expect(await notes({ version: '0.1.0', table: 'other' })).toEqual([false, ['codex: what `probe` found is of version 0.1.0 and another state table, and is not pinned; run `cleanslate probe codex` again']]);
  expect(await notes({ agrees: false, differences: [{ kind: 'unknown-read', at: 'x', message: 'y' }] })).toEqual([true, ['codex: its state table is not true of its program, as `probe` found; it is pinned with 1 differences']]);
  expect(await notes({})).toEqual([true, []]);
});
