/** Runs the suite against gateways that were written from the documents alone: healthy ones it must not accuse, and each of their faults it must find. */

import { appendFileSync } from 'node:fs';
import { Option, program } from 'commander';
import type { Level } from '#conformance/check/run.ts';
import { UsageError } from '#conformance/common/usage-error.ts';
import { readContract } from '#conformance/contract/contract.ts';
import { pc } from '#conformance/report/colors.ts';
import type { Report } from '#conformance/report/report.ts';
import { seedOption } from '../toolkit/options.ts';
import { accuses, judgeStranger } from './judge.ts';
import { nearestRules } from './nearest.ts';
import type { Outcome } from './outcome.ts';
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
  readonly json?: string;
}

program
  .name('npm run strangers --')
  .description('Run the suite against gateways that were written from the documents alone.')
  .option('--name <name...>', 'only these gateways: names of folders in lab/strangers')
  .addOption(new Option('--host <host...>', 'only these hosts').choices(hosts).default(hosts))
  .addOption(new Option('--level <level...>', 'only these levels').choices(levels).default(levels))
  .addOption(seedOption())
  .option('--only <rule...>', 'only these rules; * stands for any text')
  .option(
    '--faults [id...]',
    'try each fault of their authors, or these faults, until a rule fails; the rules nearest to its words come first',
  )
  .option('--json <file>', 'add each outcome to a file, one line of JSON each')
  .addHelpText(
    'after',
    '\nExit code: 0 no false alarm and every fault found, 1 otherwise, 2 the run could not be made.',
  )
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));

const options = program.parse().opts<Options>();
const sources = strangers.filter(({ name }) => options.name?.includes(name) ?? true);
const wrong = await judgeAll().catch((error) => {
  if (error instanceof UsageError) program.error(`error: ${error.message}`);
  throw error;
});
console.log(wrong === 0 ? pc.green('All verdicts were correct.') : pc.red(`${wrong} gateways were judged wrongly.`));
process.exitCode = wrong === 0 ? 0 : 1;

/** Judges all that was asked for, one after another; returns how many verdicts were wrong. */
async function judgeAll(): Promise<number> {
  let wrong = 0;
  for (const source of sources) {
    for (const host of source.hosts.filter((id) => options.host.includes(id))) {
      wrong += await (options.faults === undefined ? judgeHealthy(source, host) : judgeFaults(source, host));
    }
  }
  return wrong;
}

/** Judges a gateway as it is, at each level and with each seed; returns how many verdicts were wrong. */
async function judgeHealthy(source: StrangerSource, host: string): Promise<number> {
  let alarms = 0;
  for (const level of options.level) {
    for (const seed of options.seed) {
      const report = await judgeStranger({ source, host, level, seed, ...only() });
      const { results, partial } = report;
      const accused = results.filter((result) => accuses(result) || result.verdict === 'error');
      const isRight = accused.length === 0 && partial === undefined;
      if (!isRight) alarms += 1;
      say(isRight, `${source.name} ${host} ${level}, seed ${seed}`, report);
      record({ stranger: source.name, host, level, seed, accused: accused.length, ...report.summary });
      for (const { verdict, rule, detail } of accused) console.log(`  ${verdict} ${rule}: ${detail}`);
      if (partial !== undefined) console.log(`  partial: ${partial}`);
    }
  }
  return alarms;
}

/** Judges a gateway with each fault, at the highest level and with the first seed; returns how many were not found. */
async function judgeFaults(source: StrangerSource, host: string): Promise<number> {
  const {
    faults: wanted,
    seed: [seed = 1],
  } = options;
  const level = options.level.at(-1) ?? 'controlled';
  const chosen = (await source.faults()).filter(
    (fault) => fault.host === host && (wanted === true || wanted?.includes(fault.id)),
  );
  if (chosen.length === 0) return 0;
  const trial = { source, host, level, seed };
  const { results } = await judgeStranger({ ...trial, ...only() });
  const failing = new Set(results.filter((result) => accuses(result)).map(({ rule }) => rule));
  const contract = await readContract(`generated/contracts/${host}.json`);
  let missed = 0;
  for (const fault of chosen) {
    const judge = (only?: readonly string[]) => judgeStranger({ ...trial, fault, failing, ...(only && { only }) });
    const shownIn = ({ results }: Report) => results.find((result) => accuses(result, failing));
    let report = await judge(options.only ?? nearestRules(contract, fault));
    if (!shownIn(report) && !options.only) report = await judge();
    const shown = shownIn(report);
    if (!shown) missed += 1;
    say(shown !== undefined, `${source.name} ${host} ${fault.id}`, report);
    record({ stranger: source.name, host, level, seed, fault: fault.id, rule: shown?.rule, ...report.summary });
    console.log(
      shown ? `  ${shown.rule}: ${fault.says}` : `  No rule failed. ${fault.says} It breaks: "${fault.quote}"`,
    );
  }
  return missed;
}

function record(outcome: Outcome): void {
  if (options.json !== undefined) appendFileSync(options.json, `${JSON.stringify(outcome)}\n`);
}

function only() {
  return options.only ? { only: options.only } : {};
}

function say(isRight: boolean, what: string, { summary }: Report): void {
  const counts = `${summary.pass} pass, ${summary.fail} fail, ${summary.not_testable} not testable, ${summary.seconds} s`;
  console.log(`${isRight ? pc.green('right') : pc.red('wrong')} ${what}: ${counts}`);
}
