import { type Command, Option } from 'commander';
import type { Level } from '#conformance/check/run.ts';
import type { Plan } from '#conformance/run/plan.ts';
import { confirmPlan } from '../confirm.ts';
import { reportFailure, UsageError } from '../failure.ts';
import { contractOf, onlyHost } from '../hosts.ts';
import { stoppable } from '../interrupted.ts';
import { isSilent, judge, type ReportFiles } from '../judge.ts';
import {
  certificates,
  duration,
  existingPath,
  header,
  httpUrl,
  outputFile,
  outputFolder,
  proxyHelp,
  requestRate,
  usd,
  wholeNumber,
} from '../options.ts';
import { generatedFolder, generatedHelp } from '../project.ts';
import { repeated } from '../repeated.ts';

/** Registers `tollwright conform`: tests a running deployment against the contract of its host. */
export function register(program: Command): void {
  const command = program
    .command('conform')
    .description('test a running deployment against the contract of its host')
    .argument('[url]', 'URL of the deployment (default: the url of the target file)', httpUrl)
    .option('--host <host>', 'host profile (default: the host of the target file)')
    .option('--target <file>', 'target file: models, path segments, wallets, control API', existingPath)
    .addOption(
      new Option('--level <level>', 'highest level of checks (default: the highest the target allows)').choices([
        'free',
        'paid',
        'controlled',
      ]),
    )
    .option('--max-spend <usd>', 'spend cap of the whole run in USD (default: that of the target file, else 5)', usd)
    .option('--yes', 'pay without asking for consent')
    .option('--rpc <url>', 'node of the chain that the deployment settles on, to check receipts against', httpUrl)
    .option('--control <url>', 'URL of the control API; its token is read from CONTROL_TOKEN', httpUrl)
    .option(
      '--seed <number>',
      'seed of the requests; the same seed sends the same requests',
      wholeNumber(-2_147_483_648, 2_147_483_647),
      1,
    )
    .option('--timeout <seconds>', 'timeout of a response', wholeNumber(1), 20)
    .option('--rate <number>', 'most requests a second (default: that of the target file, else no limit)', requestRate)
    .option(
      '--allow-secret <name>',
      'environment variable that the target file may name for a secret; may be repeated',
      (name: string, earlier: readonly string[] | undefined) => [...(earlier ?? []), name],
    )
    .option('-H, --header <name=value>', 'header of every request, for example of a firewall; may be repeated', header)
    .option('--ca <file>', 'PEM certificates to trust in addition to the usual ones', certificates)
    .option('--proxy <url>', proxyHelp, httpUrl)
    .option('--exhaust', 'exhaust rate limits even without the control API')
    .option(
      '--release <name>',
      'judge by a release (name, file, folder or git revision); give two to see, rule by rule, which one the deployment keeps',
      (name: string, earlier: readonly string[] | undefined) => [...(earlier ?? []), name],
    )
    .option('--contract <file>', 'contract file (default: contracts/<host>.json of the generated folder)')
    .option('--generated <folder>', generatedHelp)
    .addHelpText('after', help)
    .action(async (url: string | undefined, options: Options) => {
      process.exitCode = await run(url, options);
    });
  addSelectionOptions(command);
  addReportOptions(command);
  addSellerOptions(command);
}

/** Adds the options for which rules a run judges, and by how many requests. */
function addSelectionOptions(command: Command): void {
  command
    .option('--only <rule...>', 'rule ids; * matches any text')
    .option('--operation <operation...>', 'only rules of these operations')
    .option('--area <area...>', 'only rules of these areas')
    .option(
      '--profile <name>',
      'a selection of rules: smoke (60 requests), prices, payments, or one of the target file',
    )
    .option(
      '--max-requests <number>',
      'send at most so many requests, at level free, for the rules that tell the most',
      wholeNumber(1),
    )
    .option('--plan', 'print which rules a run would judge and with how many requests, without sending any');
}

/** Adds the options for what a run writes, and what it compares with. */
function addReportOptions(command: Command): void {
  command
    .option('--report <folder>', 'write the report as HTML, JSON, JUnit, SARIF, HAR, Markdown and badge', outputFolder)
    .option('--json <file>', 'write the JSON report; - prints it instead of text', outputFile)
    .option(
      '--history <path>',
      'earlier report.json, or a folder of them (default: the one in the report folder)',
      existingPath,
    )
    .option('--baseline <file>', 'known failures, which do not fail the run; remove each once it passes', existingPath)
    .addOption(
      new Option('--news', 'print only what changed since the run before, which the report folder has').conflicts([
        'history',
        'plan',
      ]),
    )
    .addOption(
      new Option('--watch <time>', 'judge again each 30m, 1h or 1d until Ctrl-C, and print news only')
        .argParser(duration)
        .implies({ news: true }),
    )
    .option('--summary <file>', 'append a Markdown summary to a file (default: $GITHUB_STEP_SUMMARY)', outputFile);
}

/** Adds the options for sellers without a specification. */
function addSellerOptions(command: Command): void {
  command
    .option('--x402', 'judge any seller by the x402 standard alone: no specification is needed')
    .option(
      '--route <route>',
      "with --x402: the route to judge, such as 'POST /search' (default: all that it publishes)",
    )
    .option('--body <file>', 'with --x402: the body of the route', existingPath);
}

const help = `
Secrets come from environment variables: PAYER_KEY and OTHER_KEY (wallets), API_KEY, CONTROL_TOKEN. A Solana wallet key is
base58 or a JSON array of 64 bytes. SOLANA_RPC_URL names a node for challenges without a recent block hash.
Level paid lists the planned payments and asks for consent unless you pass --yes. It signs no payment above the cap.
Exit code: 0 no rule failed, 1 a rule failed or a known failure passed, 2 the run could not start or is incomplete.
Ctrl-C ends a run with a report of what was checked and paid so far and exit code 2; a second Ctrl-C ends it at once.
With --news and --watch, the first run prints the whole report, and the later ones only news: 1 a rule began to fail, 2 a rule is
no longer judged, 0 neither. Without news nothing is printed, so cron sends no mail. The report folder keeps the history.
Each request has a User-Agent that names this project, and an X-Request-Id that the report repeats.

With --x402 the paid routes are those of --route, of the target file (routes:), or those that the seller publishes in
/openapi.json (x-payment-info) and /.well-known/x402. A route gets at most 20 requests that pay nothing.

Examples:
  tollwright conform https://gateway.example --host HOST --level free --rate 10
  tollwright conform https://gateway.example --host HOST --max-requests 1000 --plan
  PAYER_KEY=0x… tollwright conform https://gateway.example --host HOST --level paid --max-spend 1
  tollwright conform https://gateway.example --host HOST --level free --rate 10 --report FOLDER --watch 1h
  0 * * * *  tollwright conform --target /etc/gateway.yaml --level free --report /var/lib/conform --news
  tollwright conform https://seller.example --x402 --level free
  PAYER_KEY=0x… tollwright conform https://seller.example --x402 --route 'POST /search' --body search.json
`;

interface Options {
  readonly host?: string;
  readonly target?: string;
  readonly level?: Level;
  readonly maxSpend?: string;
  readonly rpc?: string;
  readonly control?: string;
  readonly seed: number;
  readonly only?: readonly string[];
  readonly operation?: readonly string[];
  readonly area?: readonly string[];
  /** Seconds. */
  readonly timeout: number;
  /** Requests a second. */
  readonly rate?: number;
  readonly allowSecret?: readonly string[];
  readonly header?: Readonly<Record<string, string>>;
  /** PEM text. */
  readonly ca?: string;
  readonly proxy?: string;
  readonly exhaust?: boolean;
  readonly report?: string;
  readonly json?: string;
  readonly yes?: boolean;
  readonly profile?: string;
  readonly maxRequests?: number;
  readonly plan?: boolean;
  readonly history?: string;
  readonly news?: true;
  /** Milliseconds. */
  readonly watch?: number;
  readonly baseline?: string;
  readonly summary?: string;
  readonly release?: readonly string[];
  readonly x402?: boolean;
  readonly route?: string;
  readonly body?: string;
  readonly contract?: string;
  readonly generated?: string;
}

async function run(url: string | undefined, options: Options): Promise<number> {
  const { news, watch, report } = options;
  if (news && report === undefined)
    throw new UsageError('News are differences from the run before. Name the folder that keeps it with --report.');
  if (watch === undefined) return once(url, options);
  let started = false;
  const next = () =>
    once(url, options).then(
      (code) => {
        started = true;
        return code;
      },
      // A target that was judged once and cannot be reached now may be there at the next run.
      (error) => {
        if (!started) throw error;
        return reportFailure(error);
      },
    );
  return stoppable(
    () => undefined,
    (stop) => repeated(watch, next, stop),
  );
}

async function once(url: string | undefined, options: Options): Promise<number> {
  if (options.x402) {
    const { conformSeller } = await import('../conform-seller.ts');
    return conformSeller(url, options, reportFiles(options));
  }
  if (options.route !== undefined || options.body !== undefined)
    throw new UsageError('--route and --body need --x402, which judges a seller by the x402 standard.');
  const { readContract } = await import('#conformance/contract/contract.ts');

  const host = options.host ?? (await hostOf(options));
  const { contract: contractFile, generated, control, yes = false, release = [], header: headers, ...rest } = options;
  const chosen = {
    ...rest,
    ...(headers && { headers }),
    timeout: rest.timeout * 1000,
    confirm: (plan: Plan) => confirmPlan(plan, { yes, silent: isSilent(reportFiles(options)) }),
    host,
    ...(url !== undefined && { url }),
    ...(control !== undefined && { control: { url: control } }),
  };
  if (release.length > 0) return runReleases(release, chosen, options);
  const file = contractFile ?? (await contractOf(generatedFolder(options), host));
  const contract = await readContract(file);
  if (options.plan) {
    const { printPlan } = await import('../request-plan.ts');
    return printPlan({ ...chosen, contract }, options.json);
  }
  const named = (contractFile ?? generated) !== undefined && { contractFile: file };
  const { code } = await judge(contract, { ...chosen, ...named }, reportFiles(options));
  return code;
}

/** Judges by one release as by any contract; by two, it tells which one the deployment follows. */
async function runReleases(
  names: readonly string[],
  chosen: Parameters<typeof judge>[1] & { readonly host: string },
  options: Options,
): Promise<number> {
  const { conformToReleases, openReleases } = await import('../releases/conform-releases.ts');
  const [older, newer, ...more] = names;
  if (older === undefined || more.length > 0) throw new UsageError('At most two releases can be compared.');
  if (newer !== undefined) {
    if (options.report !== undefined)
      throw new UsageError('Two releases have no one report. Use --json, or one --release.');
    return conformToReleases([older, newer], chosen, options.json);
  }
  const [release] = await openReleases([older], chosen.host);
  if (!release) throw new UsageError(`There is no release ${older}.`);
  const { code } = await judge(release.contract, { ...chosen, release: older }, reportFiles(options));
  return code;
}

function reportFiles({
  report: folder,
  json,
  history,
  news,
  summary = process.env.GITHUB_STEP_SUMMARY,
}: Options): ReportFiles {
  return {
    ...(folder !== undefined && { folder }),
    ...(json !== undefined && { json }),
    ...(history !== undefined && { history }),
    ...(summary && { summary }),
    ...(news && { onlyNews: true }),
  };
}

/** The host of the target file, else the only one of the project. */
async function hostOf({ target: file, generated }: Options): Promise<string> {
  if (file === undefined) return onlyHost(generatedFolder({ generated }));
  const { readTargetFile } = await import('#conformance/target/target-file.ts');
  const { host } = await readTargetFile(file);
  if (host === undefined) throw new UsageError(`${file} has no host. Add one, or use --host.`);
  return host;
}
