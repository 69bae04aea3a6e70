import { expect, test } from 'vitest';
import { builtinAdapters } from '../../src/agents/registry.js';
import { inPackage } from '../../src/common/package-root.js';
import { readManifest } from '../../src/protocol/manifest-file.js';

test('manifests/agents.yaml runs every agent that can be asked through the gateway', async () => {
  const { manifest: { configurations, runs, tasks } } = await readManifest(inPackage('manifests', 'agents.yaml'));
  const agents = builtinAdapters().filter(({ control, can }) => !control && can?.dialect !== null).map(({ id }) => id);
  expect(configurations.map(({ agent }) => agent).sort()).toEqual(agents.sort());
  expect(configurations.map(({ model }) => [model?.provider, model?.script])).toEqual(configurations.map(() => ['scripted', 'reader']));
  expect({ runs, tasks: tasks.map(({ scenario, profiles }) => [scenario, profiles]) }).toEqual({ runs: 1, tasks: [['short', ['handoff', 'contextos']]] });
});
