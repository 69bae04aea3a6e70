import { defineConfig, mergeConfig } from 'vitest/config';
import tests from './vitest.config.js';

const MINUTES = 60_000;

/** The long campaigns: whole manifests on every machine there is. `make test` runs them in a bounded form. */
export default mergeConfig(
  { ...tests, test: { ...tests.test, include: [], exclude: [] } },
  defineConfig({ test: { include: ['test/acceptance/**/*.test.ts', 'test/conformance/real-agents.test.ts'], testTimeout: 60 * MINUTES, fileParallelism: false } }),
);
