import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Tests of packages, chains and official clients, which change what a process has once: others must not share theirs. */
const alone = [
  'gateway/e2e/{clients/*,adapters,processes,solana-clients}.test.ts',
  'lab/{chain,crash}/**/*.test.ts',
  'cli/packages/*.test.ts',
];

export default defineConfig({
  test: {
    setupFiles: ['cli/testing/setup.ts'],
    // A test that hangs must end; how busy the machine is decides none.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    // Tests wait for other processes, chains and races: with a worker for each core, a tenth of the cores' time passes idle.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // Loading the same modules for every file anew would take longer than most tests.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'parts',
          include: ['{generators,runtime,gateway,conformance,cli,lab}/**/*.test.ts'],
          exclude: alone,
        },
      },
      // Projects run in the order of their names: the longest tests of all are here, and would else be the last, one at a time.
      { extends: true, test: { name: 'alone', include: alone } },
    ],
  },
});
