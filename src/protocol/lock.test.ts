import { expect, test } from 'vitest';
import { drift, type Lock } from './lock.js';

const lock: Lock = {
  lock_version: 1,
  campaign: 'demo',
  manifest: 'a',
  scenarios: { short: 'b' },
  alternatives: {}, tasks: {}, workspaces: { 'short/handoff': 'c' },
  prompts: {},
  agents: {},
  images: { base: 'd' },
  order: 'e',
  harness: { version: '0.1.0', scorer: 'f' },
  sandbox: { kind: 'docker', isolation: 'container' },
};

test('nothing drifted', () => {
  expect(drift(lock, structuredClone(lock))).toEqual([]);
});

test('each thing that drifted is named', () => {
  const now = { ...lock, scenarios: { short: 'x', long: 'y' }, harness: { ...lock.harness, scorer: 'z' }, images: { base: null } };
  expect(drift(lock, now)).toEqual(['harness.scorer', 'images.base', 'scenarios.long', 'scenarios.short']);
});
