import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** The tests of `npm run test:all`, by what makes them long. `npm test` runs all others. */
export const long = testsAt({
  'whole hosts': ['gateway/e2e/{hosts/{account,base,nano,solana,test},new-host}', 'conformance/suite'],
  'whole commands': [
    'cli/commands/{conform-client,conform-refusals,conform-release,conform-stopped,drift,prove,start}',
    'cli/{trace,diff/{doubled-schemas,random-schemas,seeded,silence}}',
  ],
  'faults, mutants, attacks and variants': [
    'lab/faults/faults',
    'lab/mutants/planned',
    'lab/{clients,fuzz,hollow,hostile,prove}/*',
    'lab/saboteurs/examples',
    'lab/saboteurs/sample',
    'lab/variants/{extensions,forms,obstacles,protocol-facts,variants}',
  ],
  drift: ['lab/drift/*'],
  'sellers on official middlewares': ['lab/sellers/*'],
  strangers: ['lab/strangers/*'],
  'processes that are killed or stopped': [
    '{gateway,lab/crash,runtime/store}/crash',
    'gateway/e2e/{fronts,operation,public-url,spending}',
    'lab/crash/{facilitated,failover}',
    'runtime/store/{postgres/losses,sqlite/power-failure}',
  ],
  chains: [
    'lab/chain/{attacks,batched-networks,batches,conform,conform-batches,contract-wallets,crash,mixed,solana-settler}',
    'lab/repository/{host-file,settlement-guide}',
  ],
  'guides, projects and tools': [
    'cli/{docs/examples,recipes,webhooks,init/{openapi/random,live/live}}',
    'gateway/e2e/{ci-templates,imported,request-budget,write-handlers}',
    'generators/emitters/escaping',
    'gateway/upstream/simulated/python/run',
    'lab/repository/{audit,contributing,docs,tiny,unused}',
  ],
});

/** Tests that change what a process has once, such as its `fetch`, and need a process for each file. */
export const alone = {
  quick: testsAt({ 'one official client': ['gateway/e2e/{adapters,clients/openai}', 'lab/chain/official-clients'] }),
  long: testsAt({
    'other official clients': [
      'gateway/e2e/{solana-clients,clients/{anthropic,blockrun,discovery,vercel-ai,x402}}',
      'lab/chain/{facilitators,solana-clients}',
    ],
    processes: ['gateway/e2e/processes'],
    packages: ['cli/packages/*'],
  }),
};

const quick = {
  include: ['{generators,runtime,gateway,conformance,lab,cli}/**/*.test.ts'],
  exclude: [...long, ...alone.quick, ...alone.long],
};

export default defineConfig({
  test: {
    setupFiles: ['cli/testing/setup.ts'],
    // One line for each file, and the failures.
    slowTestThreshold: Number.MAX_SAFE_INTEGER,
    silent: 'passed-only',
    // A test that hangs must end; how busy the machine is decides none.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    // Tests wait for other processes, chains and races: with a worker for each core, a tenth of the cores' time passes idle.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // Without `isolate`, files share the modules that they load. Projects start in the order of their names.
    projects: [
      { extends: true, test: { name: 'alone-long', include: alone.long } },
      { extends: true, test: { name: 'alone-quick', include: alone.quick } },
      { extends: true, test: { name: 'long', include: long, isolate: false } },
      { extends: true, test: { name: 'quick', ...quick, isolate: false } },
    ],
  },
});

function testsAt(groups: Readonly<Record<string, readonly string[]>>): string[] {
  return Object.values(groups).flatMap((paths) => paths.map((path) => `${path}.test.ts`));
}
