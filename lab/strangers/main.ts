/** Runs the suite against gateways that were written from the documents alone: healthy ones it must not accuse, and each of their faults it must find. */

import { Option, program } from 'commander';
import type { Level } from '#conformance/check/check.ts';
import { pc } from '#conformance/report/colors.ts';
import { seedOption } from '../toolkit/options.ts';
import { accuses, judgeStranger, type Trial } from './judge.ts';
import { type StrangerSource, strangers } from './stranger.ts';

const hosts = ['base', 'account', 'solana', 'arc', 'nano', 'test', 'xrp'] as const;
const levels: readonly Level[] = ['free', 'paid', 'controlled'];

interface Options {
  readonly name?: readonly string[];
  readonly host: readonly string[];
  readonly level: readonly Level[];
  readonly seed: readonly number[];
  readonly only?: readonly string[];
  readonly faults?: true | readonly string[];
}

program
  .name('npm run strangers --')
  .description('Run the suite against gateways that were written from the documents alone.')
  .option('--name <name...>', 'only these gateways: names of folders in lab/strangers')
  .addOption(new Option('--host <host...>', 'only these hosts').choices(hosts).default(hosts))
  .addOption(new Option('--level <level...>', 'only these levels').choices(levels).default(levels))
  .addOption(seedOption())
  .option('--only <rule...>', 'only these rules; * stands for any text')
  .option('--faults [id...]', 'with each fault that their authors thought of, or these, until a rule fails')
  .addHelpText(
    'after',
    '\nExit code: 0 no false alarm and every fault found, 1 otherwise, 2 the run could not be made.',
  )
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));

const options = program.parse().opts<Options>();
const sources = strangers.filter(({ name }) => options.name?.includes(name) ?? true);
let wrong = 0;
for (const source of sources) {
  for (const trial of await trialsOf(source)) wrong += await run(trial);
}
console.log(
  wrong === 0 ? pc.green('Every gateway was judged rightly.') : pc.red(`${wrong} gateways were judged wrongly.`),
);
process.exitCode = wrong === 0 ? 0 : 1;

/** The runs that the options ask for; with faults, at the highest level and with the first seed only. */
async function trialsOf(source: StrangerSource): Promise<readonly Trial[]> {
  const { faults, seed: seeds, only } = options;
  const selected = { source, ...(only && { only }) };
  if (faults === undefined) {
    return source.hosts
      .filter((host) => options.host.includes(host))
      .flatMap((host) => options.level.flatMap((level) => seeds.map((seed) => ({ ...selected, host, level, seed }))));
  }
  const level = options.level.at(-1) ?? 'controlled';
  const seed = seeds[0] ?? 1;
  return (await source.faults())
    .filter(({ id, host }) => options.host.includes(host) && (faults === true || faults.includes(id)))
    .map((fault) => ({ ...selected, host: fault.host, level, seed, fault }));
}

/** Runs one trial and prints what is wrong with its verdicts; returns 1 where they are wrong, else 0. */
async function run(trial: Trial): Promise<0 | 1> {
  const { source, host, level, seed, fault } = trial;
  const { results, summary, partial } = await judgeStranger(trial);
  const accused = results.filter((result) => accuses(result) || result.verdict === 'error');
  const right = fault ? results.some(accuses) : accused.length === 0 && partial === undefined;
  const what = fault ? `${host} ${fault.id}` : `${host} ${level}, seed ${seed}`;
  const counts = `${summary.pass} pass, ${summary.fail} fail, ${summary.not_testable} not testable, ${summary.seconds} s`;
  console.log(`${right ? pc.green('right') : pc.red('wrong')} ${source.name} ${what}: ${counts}`);
  if (fault && right) console.log(`  ${accused[0]?.rule}: ${fault.says}`);
  if (fault && !right) console.log(`  No rule failed. ${fault.says} It breaks: "${fault.quote}"`);
  if (!fault) for (const { verdict, rule, detail } of accused) console.log(`  ${verdict} ${rule}: ${detail}`);
  if (partial !== undefined && !right) console.log(`  partial: ${partial}`);
  return right ? 0 : 1;
}
