import { defineConfig } from 'vitest/config';
import LongestFirst from './test/support/longest-first.js';

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
    sequence: { sequencer: LongestFirst },
    // A worker takes one file after the other, and loads what they share once: the program, zod, the parsers. Tests put back what they change
    // of their process (environment, working directory, clock), so no file sees what another one did.
    isolate: false,
    // Of the tests of one file that may run at once: they wait for containers and for deadlines more than they compute.
    maxConcurrency: 3,
    testTimeout: 240_000,
    hookTimeout: 300_000,
  },
});
