import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    retry: 0,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
