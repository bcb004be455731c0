/** Runs the suite against every permitted variant in random groups: a rule that fails there is a false alarm, a bug of a check. */

import { appendFileSync } from 'node:fs';
import Table from 'cli-table3';
import { Option, program } from 'commander';
import type { Level } from '#conformance/check/run.ts';
import { pc } from '#conformance/report/colors.ts';
import { count, seedOption } from '../toolkit/options.ts';
import { type Trial, tried } from './group-trial.ts';
import { groups } from './groups.ts';
import { everyHost as hosts, type Variant, type VariantHost } from './variant.ts';

const levels: readonly Level[] = ['free', 'paid', 'controlled'];

/** Larger than any group; about ten groups are needed because of choices that exclude each other. */
const all = 1000;

interface Options {
  readonly host: readonly VariantHost[];
  readonly level: readonly Level[];
  readonly seed: readonly number[];
  readonly size: number;
  readonly name: string;
  readonly only?: readonly string[];
  readonly json?: string;
}

program
  .name('npm run variants --')
  .description(
    'Run the suite against gateways that differ from this one wherever the documents leave a choice. A rule that ' +
      'fails there is a false alarm. Without options, it tries this gateway and all variants that go together, on ' +
      'each host, at each level and with three seeds, which takes more than an hour.',
  )
  .addOption(new Option('--host <host...>', 'only these hosts').choices(hosts).default(hosts))
  .addOption(new Option('--level <level...>', 'only these levels').choices(levels).default(levels))
  .addOption(seedOption())
  .addOption(
    new Option('--size <count>', 'variants of a gateway: 1 for each alone, 10 for random tens')
      .argParser(count)
      .default(all),
  )
  .option('--name <text>', 'only gateways with a variant whose name contains this', '')
  .option('--only <rule...>', 'only these rules; * stands for any text')
  .option('--json <file>', 'add the outcome of each gateway to a file, one line of JSON each')
  .addHelpText('after', '\nExit code: 0 no false alarm, 1 false alarms, 2 the run could not be made.')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));

const options = program.parse().opts<Options>();
const summary = new Table({
  head: ['host', 'level', 'seed', 'gateways', 'variants', 'rules passed', 'false alarms', 'CPU s'],
  style: { head: [], border: [] },
});
let alarmed = 0;
for (const host of hosts.filter((id) => options.host.includes(id))) {
  for (const level of levels.filter((id) => options.level.includes(id))) {
    for (const seed of options.seed) {
      const trials = await run(host, level, seed);
      const bad = trials.filter(({ alarms }) => alarms.length > 0).length;
      alarmed += bad;
      const variants = new Set(trials.flatMap(({ group }) => group)).size;
      const held = trials.map((trial) => trial.held);
      const seconds = trials.reduce((sum, trial) => sum + trial.seconds, 0);
      const range = trials.length === 0 ? '' : `${Math.min(...held)} to ${Math.max(...held)}`;
      summary.push([host, level, seed, trials.length, variants, range, bad, Math.round(seconds)]);
    }
  }
}
console.log(summary.toString());
console.log(alarmed === 0 ? 'No false alarm.' : pc.red(`False alarms on ${alarmed} gateways.`));
process.exitCode = alarmed === 0 ? 0 : 1;

/** Judges the groups of one host, level and seed. */
async function run(host: VariantHost, level: Level, seed: number): Promise<readonly Trial[]> {
  const drawn = [[], ...groups(host, options.size, seed)].filter(
    (group: readonly Variant[]) =>
      options.name === '' || group.some((variant) => nameOf(variant).includes(options.name)),
  );
  const trials: Trial[] = [];
  for (const group of drawn) {
    const trial = await tried(group, { host, level, seed, ...(options.only && { only: options.only }) }, (complaints) =>
      console.error(`Looking for those of ${group.length} variants that lead to:\n  ${complaints.join('\n  ')}`),
    );
    trials.push(trial);
    record(trial);
    const { alarms, seconds, held } = trial;
    const what = group.length === 1 ? group.map(nameOf).join() : `${group.length} variants`;
    const place = `${host} ${level}, seed ${seed}, ${trials.length}/${drawn.length}`;
    console.error(`${place}: ${what}, ${held} rules held, ${seconds} s`);
    for (const { complaint, culprits } of alarms.map(alarmLine)) {
      console.log(`False alarm on ${host}: ${named(culprits)}\n  ${complaint}`);
    }
  }
  return trials;
}

function record({ group, alarms, ...rest }: Trial): void {
  if (options.json === undefined) return;
  const line = { ...rest, size: group.length, variants: group.map(nameOf), alarms: alarms.map(alarmLine) };
  appendFileSync(options.json, `${JSON.stringify(line)}\n`);
}

function nameOf({ family, name }: Variant): string {
  return `${family}: ${name}`;
}

function alarmLine({ complaint, culprits }: Trial['alarms'][number]) {
  return { complaint, culprits: culprits.map(nameOf) };
}

/** Names the variants to blame; a whole group is only counted. */
function named(culprits: readonly string[]): string {
  return culprits.length <= 10 ? culprits.join(' | ') : `${culprits.length} variants together`;
}
