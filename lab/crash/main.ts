/** Kills gateways at random moments under mixed load, and reports what was lost or free. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@tollwright/runtime/testing/postgres';
import { Option, program } from 'commander';
import { count } from '../toolkit/options.ts';
import { crashRun } from './run.ts';

interface Options {
  readonly kills: number;
  readonly store: 'sqlite' | 'postgres';
  readonly seed: number;
}

program
  .name('npm run crash --')
  .description(
    'Kill a gateway per call and one of accounts with SIGKILL at random moments while callers buy everything.',
  )
  .addOption(new Option('--kills <count>', 'kills of each gateway').argParser(count).default(100))
  .addOption(new Option('--store <kind>', 'where their state is').choices(['sqlite', 'postgres']).default('sqlite'))
  .addOption(new Option('--seed <number>', 'how calls and moments are drawn').argParser(count).default(1))
  .addHelpText('after', '\nExit code: 0 nothing was lost and nothing was free, 1 faults, 2 the run could not be made.')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));

const { kills, store, seed } = program.parse().opts<Options>();
const folder = mkdtempSync(join(tmpdir(), 'crash-'));
const server = store === 'postgres' ? await startPostgres() : undefined;
if (store === 'postgres' && !server) process.exit(2);
const started = Date.now();
for (const host of ['base', 'account'] as const) {
  const name = server ? await server.createDatabase() : join(folder, `${host}.db`);
  const onKill = (done: number) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${host}: ${done} of ${kills} kills`);
  };
  const { bought, faults } = await crashRun({ store: name, host, kills, seed, onKill });
  console.log(`${host} on ${store}: ${kills} kills, ${bought} calls bought, ${faults.length} faults`);
  for (const fault of faults) console.log(`  ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
}
console.log(`${Math.round((Date.now() - started) / 1000)} s`);
await server?.stop();
rmSync(folder, { recursive: true });
