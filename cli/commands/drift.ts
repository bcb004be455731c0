import type { Command } from 'commander';
import type { Contract } from '#conformance/contract/contract.ts';
import type { DriftReport } from '#conformance/drift/drift.ts';
import { type News, remember } from '../drift/history.ts';
import { UsageError } from '../failure.ts';
import { stoppable } from '../interrupted.ts';
import { duration, existingPath, httpUrl, outputFile, outputFolder, proxyHelp, wholeNumber } from '../options.ts';
import { generatedFolder, generatedHelp, specFolder, specHelp } from '../project.ts';
import { repeated } from '../repeated.ts';

/** Registers `tollwright drift`: lists differences between a live host and the specification, without paying. */
export function register(program: Command): void {
  program
    .command('drift')
    .description('compare a live host with the specification without paying: prices, catalogs, descriptions, rules')
    .argument('<url>', 'URL of the live host', httpUrl)
    .requiredOption('--host <host>', 'host profile')
    .option('--target <file>', 'target file: ids of models, path segments', existingPath)
    .option('--spec <dir>', specHelp)
    .option('--generated <folder>', generatedHelp)
    .option(
      '--release <name>',
      'compare with a release (name, file, folder or git revision) instead of the current specification',
    )
    .option('--timeout <seconds>', 'timeout of a response', wholeNumber(1), 20)
    .option('--proxy <url>', proxyHelp, httpUrl)
    .option('--exhaust', 'count limits of at most 100 calls that the host does not state, which uses them up')
    .option('--write <folder>', 'write the catalogs of the live host to this folder', outputFolder)
    .option(
      '--history <file>',
      'append to a history file; the exit code is then 1 only if something moved since the last run',
      outputFile,
    )
    .option('--watch <time>', 'compare again each 30m, 1h or 1d until Ctrl-C', duration)
    .option('--json <file>', 'write the report as JSON; - prints it instead of text', outputFile)
    .addHelpText('after', help)
    .action(async (url: string, options: Options) => {
      process.exitCode = await run(url, options);
    });
}

const help = `
On hosts with accounts, it reads price lists and past charges with the key in API_KEY. It makes no priced call.

Exit code: 0 nothing moved, 1 something moved (with --history: since the last run), 2 the host could not be compared.

Example for cron, which reports only news:
  tollwright drift https://gateway.example --host HOST --history drift.jsonl
`;

interface Options {
  readonly host: string;
  readonly target?: string;
  readonly spec?: string;
  readonly generated?: string;
  readonly release?: string;
  /** Seconds. */
  readonly timeout: number;
  readonly proxy?: string;
  readonly exhaust?: boolean;
  readonly write?: string;
  readonly history?: string;
  /** Milliseconds. */
  readonly watch?: number;
  readonly json?: string;
}

async function run(url: string, options: Options): Promise<number> {
  const { watch } = options;
  if (watch === undefined) return once(url, options);
  return stoppable(
    () => undefined,
    (stop) => repeated(watch, () => once(url, options), stop),
  );
}

async function once(url: string, options: Options): Promise<number> {
  const { host, target, timeout, proxy, exhaust, json, history, write } = options;
  const { drift } = await import('#conformance/drift/drift.ts');
  const { showProgress } = await import('#conformance/report/progress.ts');
  const contract = await chosenContract(options);
  const reference = options.release === undefined ? 'specification' : 'release';
  process.stderr.write(`Comparing ${url} with the ${reference}: catalogs, descriptions and quotes first ...\n`);
  const progress = showProgress(process.stderr);
  const report = await drift({
    contract,
    url,
    host,
    timeout: timeout * 1000,
    progress: progress.update,
    ...(proxy !== undefined && { proxy }),
    ...(exhaust && { exhaust }),
    ...(target !== undefined && { target }),
  }).finally(progress.end);

  const news = history === undefined ? undefined : await remember(history, report);
  if (json !== '-') await print(report, reference, news);
  if (json !== undefined) await writeReport(json, report);
  if (write !== undefined && report.changes.length > 0) {
    const { followCatalogs } = await import('../drift/follow.ts');
    const files = await followCatalogs(specFolder(options), write, report.changes);
    process.stderr.write(`Written: ${files.join(', ')}\n`);
  }
  const isMoved = news === undefined ? report.moved.length > 0 : news.appeared.length + news.vanished.length > 0;
  return isMoved ? 1 : 0;
}

async function chosenContract({ release, host, generated, spec }: Options): Promise<Contract | string> {
  if (release === undefined) {
    const { contractOf } = await import('../hosts.ts');
    return contractOf(generatedFolder({ generated, spec }), host);
  }
  const { openReleases } = await import('../releases/conform-releases.ts');
  const [opened] = await openReleases([release], host);
  if (!opened) throw new UsageError(`There is no release ${release}.`);
  return opened.contract;
}

async function print(
  report: DriftReport,
  reference: 'release' | 'specification',
  news: News | undefined,
): Promise<void> {
  const { driftLines } = await import('../drift/print.ts');
  for (const line of driftLines(report, reference, news)) console.log(line);
}

async function writeReport(file: string, report: DriftReport): Promise<void> {
  const text = `${JSON.stringify(report, null, 2)}\n`;
  if (file === '-') {
    process.stdout.write(text);
    return;
  }
  const { writeFile } = await import('node:fs/promises');
  await writeFile(file, text);
}
