import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Tests of packages and official clients, which change what a process has once, and want one of their own. */
const alone = [
  'gateway/e2e/{clients/*,adapters,processes,solana-clients}.test.ts',
  'lab/chain/{facilitators,official-clients,solana-clients}.test.ts',
  'cli/packages/*.test.ts',
];

/** Tests of chains share what others would load for nothing. */
const chains = ['lab/{chain,crash}/**/*.test.ts'];

export default defineConfig({
  test: {
    setupFiles: ['cli/testing/setup.ts'],
    // A test that hangs must end; how busy the machine is decides none.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    // Tests wait for other processes, chains and races: with a worker for each core, a tenth of the cores' time passes idle.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // Projects run in the order of their names: the longest tests of all are in the first, and would else be the last, one at a time.
    projects: [
      { extends: true, test: { name: 'alone', include: alone } },
      // Loading the same modules for every file anew would take longer than most of the other tests.
      { extends: true, test: { name: 'chains', include: chains, exclude: alone, isolate: false } },
      {
        extends: true,
        test: {
          name: 'parts',
          include: ['{generators,runtime,gateway,conformance,cli,lab}/**/*.test.ts'],
          exclude: [...alone, ...chains],
          isolate: false,
        },
      },
    ],
  },
});
