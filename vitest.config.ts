import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{generators,runtime,gateway,conformance,lab,cli}/**/*.test.ts'],
    setupFiles: ['cli/testing/seed.ts'],
    // A test that hangs must end; how busy the machine is decides none.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    // Vitest would leave one of two cores idle.
    maxWorkers: '100%',
  },
});
