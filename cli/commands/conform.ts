import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Command, Option } from 'commander';
import type { Level } from '#conformance/check/check.ts';
import { confirmPlan } from '../confirm.ts';
import { UsageError } from '../failure.ts';
import { didYouMean } from '../hosts.ts';
import { judge, type ReportFiles } from '../judge.ts';
import { wholeNumber } from '../options.ts';

/** Registers `tollwright conform`: where a running deployment departs from the specification. */
export function register(program: Command): void {
  program
    .command('conform')
    .description('judge a running deployment by the contract of its host')
    .argument('[url]', 'where the deployment is served (default: the url of the target file)')
    .option('--host <host>', 'host profile (default: that of the target file)')
    .option('--target <file>', 'target file: models, segments, wallets, control')
    .addOption(new Option('--level <level>', 'what may be done').choices(['free', 'paid', 'controlled']))
    .option('--max-spend <usd>', 'hard cap over the whole run, in USD (default: that of the target file, else 5)')
    .option('--yes', 'pay without being asked')
    .option('--control <url>', 'control API; its token comes from CONTROL_TOKEN')
    .option('--seed <number>', 'the same seed makes the same requests', wholeNumber(-2_147_483_648, 2_147_483_647), 1)
    .option('--only <rule...>', 'rule ids; * stands for any text')
    .option('--operation <operation...>', 'only rules of these operations')
    .option('--area <area...>', 'only rules of these areas')
    .addOption(new Option('--profile <profile>', 'a small choice of rules for a first look').choices(['smoke']))
    .option('--timeout <seconds>', 'how long an answer may take', wholeNumber(1), 20)
    .option('--exhaust', 'use limits up although the control API is not given')
    .option('--report <folder>', 'write the report as HTML, JSON, JUnit, SARIF, HAR, Markdown and badge')
    .option('--json <file>', 'write the JSON report; - prints it instead of text')
    .option('--history <path>', 'earlier report.json, or a folder of them (default: the one in the report folder)')
    .option('--baseline <file>', 'known failures: they run, fail nobody, and have to go when they hold')
    .option('--summary <file>', 'add a Markdown summary to a file (default: $GITHUB_STEP_SUMMARY)')
    .option('--contract <file>', 'contract file (default: generated/contracts/<host>.json)')
    .addHelpText('after', help)
    .action(async (url: string | undefined, options: Options) => {
      process.exitCode = await run(url, options);
    });
}

const help = `
Secrets come from the environment: PAYER_KEY and OTHER_KEY (wallets), API_KEY, CONTROL_TOKEN. On Solana a wallet's key is
base58 or a JSON array of 64 bytes, and SOLANA_RPC_URL may name a node, for challenges that name no recent block.
Level paid shows first what it is going to buy and asks, unless --yes; it stops at the cap before it signs.
Exit code: 0 no rule is broken, 1 rules are broken or a known failure holds, 2 the run could not be made or is not whole.
Ctrl-C ends a run with a report of what was judged and paid until then, and exit code 2; once more ends it at once.

Example:
  PAYER_KEY=0x… tollwright conform https://gateway.example --host HOST --level paid --max-spend 1
`;

interface Options {
  readonly host?: string;
  readonly target?: string;
  readonly level?: Level;
  readonly maxSpend?: string;
  readonly control?: string;
  readonly seed: number;
  readonly only?: readonly string[];
  readonly operation?: readonly string[];
  readonly area?: readonly string[];
  /** Seconds. */
  readonly timeout: number;
  readonly exhaust?: boolean;
  readonly report?: string;
  readonly json?: string;
  readonly yes?: boolean;
  readonly profile?: 'smoke';
  readonly history?: string;
  readonly baseline?: string;
  readonly summary?: string;
  readonly contract?: string;
}

/** The contracts of this package. */
const contracts = fileURLToPath(new URL('../../generated/contracts', import.meta.url));

async function run(url: string | undefined, options: Options): Promise<number> {
  const { readContract } = await import('#conformance/contract/contract.ts');
  const { exitCodeOf } = await import('#conformance/report/report.ts');

  const host = options.host ?? (await hostOfTarget(options.target));
  const contract = await readContract(options.contract ?? (await contractOf(host)));
  const { contract: contractFile, control, yes = false, ...rest } = options;
  const report = await judge(
    contract,
    {
      ...rest,
      timeout: rest.timeout * 1000,
      confirm: (plan) => confirmPlan(plan, yes),
      host,
      ...(contractFile !== undefined && { contractFile }),
      ...(url !== undefined && { url }),
      ...(control !== undefined && { control: { url: control } }),
    },
    reportFiles(options),
  );
  return exitCodeOf(report);
}

function reportFiles({
  report: folder,
  json,
  history,
  summary = process.env.GITHUB_STEP_SUMMARY,
}: Options): ReportFiles {
  return {
    ...(folder !== undefined && { folder }),
    ...(json !== undefined && { json }),
    ...(history !== undefined && { history }),
    ...(summary && { summary }),
  };
}

async function hostOfTarget(file: string | undefined): Promise<string> {
  if (file === undefined) throw new UsageError('Which host is it? Name it with --host or in a target file.');
  const { readTargetFile } = await import('#conformance/target/target-file.ts');
  const { host } = await readTargetFile(file);
  if (host === undefined) throw new UsageError(`${file} names no host: add one, or give --host.`);
  return host;
}

async function contractOf(host: string): Promise<string> {
  const files = await readdir(contracts).catch(() => {
    throw new UsageError(`There are no contracts in ${contracts}. Run "tollwright generate" to write them.`);
  });
  const hosts = files.filter((file) => file.endsWith('.json')).map((file) => file.slice(0, -'.json'.length));
  if (hosts.includes(host)) return join(contracts, `${host}.json`);
  throw new UsageError(`There is no host "${host}".${didYouMean(host, hosts)} Known hosts: ${hosts.join(', ')}.`);
}
