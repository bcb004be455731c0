/** Kills gateways at random moments under mixed load, and reports what was lost or free. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@tollwright/runtime/testing/postgres';
import { Option, program } from 'commander';
import { count } from '../toolkit/options.ts';
import { facilitatedRun } from './facilitated.ts';
import { startOutages } from './outages.ts';
import { crashRun } from './run.ts';
import { startKills } from './world.ts';

interface Options {
  readonly kills: number;
  readonly outages: number;
  readonly store: 'sqlite' | 'postgres';
  readonly seed: number;
}

program
  .name('npm run crash --')
  .description(
    'Kill a gateway per call and one of accounts with SIGKILL at random moments while callers buy everything.',
  )
  .addOption(new Option('--kills <count>', 'kills of each gateway').argParser(count).default(100))
  .addOption(
    new Option(
      '--outages <count>',
      'moments at which PostgreSQL loses a connection or an answer, or is restarted, instead',
    )
      .argParser(count)
      .default(0),
  )
  .addOption(new Option('--store <kind>', 'where their state is').choices(['sqlite', 'postgres']).default('sqlite'))
  .addOption(new Option('--seed <number>', 'how calls and moments are drawn').argParser(count).default(1))
  .addHelpText('after', '\nExit code: 0 nothing was lost and nothing was free, 1 faults, 2 the run could not be made.')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));

const { kills, outages, seed, ...options } = program.parse().opts<Options>();
const store = outages > 0 ? 'postgres' : options.store;
const folder = mkdtempSync(join(tmpdir(), 'crash-'));
const server = store === 'postgres' ? await startPostgres() : undefined;
if (store === 'postgres' && !server) process.exit(2);
const [what, moments] = outages > 0 ? ['outages', outages] : ['kills', kills];
const started = Date.now();
for (const host of ['base', 'account'] as const) {
  const world =
    server && outages > 0
      ? await startOutages(server, host)
      : await startKills(server ? await server.createDatabase() : join(folder, `${host}.db`), host);
  const onMoment = (done: number) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${host}: ${done} of ${moments} ${what}`);
  };
  const { bought, faults } = await crashRun({ world, moments, seed, onMoment });
  console.log(`${host} on ${store}: ${moments} ${what}, ${bought} calls bought, ${faults.length} faults`);
  for (const fault of faults) console.log(`  ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
}
if (outages === 0) {
  const { bought, faults } = await facilitatedRun({ store: join(folder, 'facilitated.db'), kills, seed });
  console.log(`base through a failing facilitator: ${kills} kills, ${bought} calls bought, ${faults.length} faults`);
  for (const fault of faults) console.log(`  ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
}
console.log(`${Math.round((Date.now() - started) / 1000)} s`);
await server?.stop();
rmSync(folder, { recursive: true });
