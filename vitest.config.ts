import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
    exclude: ['test/acceptance/**'],
    reporters: ['default', './test/support/closing-line.ts'],
    globalSetup: ['./test/support/build-program.ts', './test/support/no-leftovers.ts'],
    setupFiles: ['./test/support/register-worker.ts'],
    retry: 0,
    // One for each core: most of the time of these tests is spent waiting for programs and for the engine.
    maxWorkers: '100%',
    // Of the tests of one file that may run at once: they wait for containers and for deadlines more than they compute.
    maxConcurrency: 3,
    testTimeout: 240_000,
    hookTimeout: 300_000,
  },
});
