import { defineConfig } from 'vitest/config';

/** Tests that start gateways, chains and processes, and want a process of their own. */
const whole = ['gateway/e2e/**/*.test.ts', 'lab/**/*.test.ts', 'cli/packages/*.test.ts'];

export default defineConfig({
  test: {
    setupFiles: ['cli/testing/setup.ts'],
    // A test that hangs must end; how busy the machine is decides none.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    // Vitest would leave one of two cores idle.
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        test: {
          name: 'parts',
          include: ['{generators,runtime,gateway,conformance,cli}/**/*.test.ts'],
          exclude: whole,
          // Loading the same modules for every file anew would take longer than most of these tests.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'whole', include: whole } },
    ],
  },
});
