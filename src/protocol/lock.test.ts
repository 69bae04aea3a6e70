import { expect, test } from 'vitest';
import { drift, type Lock } from './lock.js';

const lock: Lock = {
  lock_version: 1,
  campaign: 'demo',
  protocol: '1.0',
  manifest: 'a',
  scenarios: { short: 'b' },
  alternatives: {}, tasks: {}, task_parts: { owner: { material: 'm', checks: 'n', key: 'o' } }, workspaces: { 'short/handoff': 'c' },
  prompts: {},
  agents: {},
  images: { base: 'd' },
  order: 'e',
  harness: { version: '0.1.0', scorer: 'f', validity: 'g', order: 'h', program: 'p' },
  sandbox: { kind: 'docker', isolation: 'container' },
};

test('nothing drifted', () => {
  expect(drift(lock, structuredClone(lock))).toEqual([]);
});

test('each thing that drifted is named', () => {
  const now = { ...lock, scenarios: { short: 'x', long: 'y' }, harness: { ...lock.harness, scorer: 'z', program: 'q' }, images: { base: null }, task_parts: { owner: { material: 'm', checks: 'n', key: 'p' } } };
  expect(drift(lock, now)).toEqual(['harness.scorer', 'images.base', 'scenarios.long', 'scenarios.short', 'task_parts.owner.key']);
});

test('other code that neither scores nor judges is the program', () => {
  expect(drift(lock, { ...lock, harness: { ...lock.harness, program: 'q' } })).toEqual(['harness.program']);
});
