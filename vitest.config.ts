import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{generators,runtime,gateway,conformance,cli}/**/*.test.ts'],
    setupFiles: ['cli/testing/seed.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Vitest would leave one of two cores idle.
    maxWorkers: '100%',
  },
});
