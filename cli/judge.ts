import type { ConformOptions } from '#conformance/conform.ts';
import type { Contract } from '#conformance/contract/contract.ts';
import { showsColors } from '#conformance/report/colors.ts';
import type { Progress } from '#conformance/report/progress.ts';
import type { Report } from '#conformance/report/report.ts';
import { stoppable } from './interrupted.ts';
import { directNotice } from './proxies.ts';

/** Where the report of a run is written. */
export interface ReportFiles {
  /** Folder for the report in every format. */
  readonly folder?: string;
  /** File of the JSON report; `-` prints it instead of text. */
  readonly json?: string;
  /** Earlier report, or a folder of them; default: the one in `folder`. */
  readonly history?: string;
  /** File to which the Markdown summary is appended. */
  readonly summary?: string;
}

/** The parts of a run that the command provides: how it is stopped, and where its progress is shown. */
export interface RunHooks {
  readonly stop: AbortSignal;
  readonly progress: (progress: Progress) => void;
  readonly waiting: (sentence: string) => void;
}

/**
 * Runs the suite, shows its progress, prints its findings and writes the reports.
 *
 * Ctrl-C ends the run with a report of the rules that were checked by then.
 */
export async function judge(
  contract: Contract,
  options: Omit<ConformOptions, 'contract' | 'progress' | 'stop' | 'waiting'>,
  files: ReportFiles,
): Promise<Report> {
  const { conform } = await import('#conformance/conform.ts');
  const run = async (hooks: RunHooks) => ({ report: await conform({ ...options, contract, ...hooks }), contract });
  return present({ ...options, host: contract.host.id }, run, files);
}

/** Makes a run, shows its progress, prints its findings and writes the reports. */
export async function present(
  { host, url, proxy }: Pick<ConformOptions, 'url' | 'proxy'> & { readonly host: string },
  run: (hooks: RunHooks) => Promise<{ readonly report: Report; readonly contract: Contract }>,
  { folder, json, history, summary }: ReportFiles,
): Promise<Report> {
  process.stderr.write(`Preparing the test of ${url ?? host} ...\n`);
  const notice = url === undefined ? undefined : directNotice(url, proxy);
  if (notice !== undefined) process.stderr.write(`${notice}\n`);
  const { showProgress } = await import('#conformance/report/progress.ts');
  const { renderText } = await import('#conformance/report/text.ts');
  const { appendSummary, writeJson, writeReports } = await import('#conformance/report/write.ts');
  const past = await pastOf(host, folder, history);

  const progress = showProgress(process.stderr);
  const onStop = () => {
    progress.end();
    process.stderr.write('Stopping: the report covers the rules checked so far. Press Ctrl-C again to end at once.\n');
  };
  const ended = await stoppable(onStop, (stop) =>
    run({ stop, progress: progress.update, waiting: progress.say }),
  ).finally(progress.end);
  const { contract } = ended;
  const { historyOf } = await import('#conformance/report/history.ts');
  const changes = historyOf(past, ended.report);
  const report: Report = { ...ended.report, ...(changes && { history: changes }) };
  const { statements } = contract;
  if (json === '-') console.log(JSON.stringify(report, null, 2));
  else process.stdout.write(renderText(report, { colors: showsColors(process.stdout), statements }));
  if (json !== undefined && json !== '-') await writeJson(report, json);
  if (folder !== undefined) await writeReports(report, contract, folder);
  if (summary !== undefined) await appendSummary(report, summary);
  return report;
}

async function pastOf(host: string, folder: string | undefined, history: string | undefined) {
  const { readOwnPast, readPast } = await import('#conformance/report/history.ts');
  if (history !== undefined) return readPast(history, host);
  return folder === undefined ? [] : readOwnPast(folder, host);
}
