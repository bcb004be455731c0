import type { ConformOptions } from '#conformance/conform.ts';
import type { Contract } from '#conformance/contract/contract.ts';
import { showsColors } from '#conformance/report/colors.ts';
import type { Past } from '#conformance/report/history.ts';
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
  /** True if only the differences from the run before are printed, which `folder` has. */
  readonly onlyNews?: true;
}

/** A run with its exit code, which depends on what it is compared with. */
export interface Judged {
  readonly report: Report;
  readonly code: number;
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
): Promise<Judged> {
  const { conform } = await import('#conformance/conform.ts');
  const run = async (hooks: RunHooks) => ({ report: await conform({ ...options, contract, ...hooks }), contract });
  return present({ ...options, host: contract.host.id }, run, files);
}

/** Makes a run, shows its progress, prints its findings and writes the reports. */
export async function present(
  { host, url, proxy }: Pick<ConformOptions, 'url' | 'proxy'> & { readonly host: string },
  run: (hooks: RunHooks) => Promise<{ readonly report: Report; readonly contract: Contract }>,
  files: ReportFiles,
): Promise<Judged> {
  const { showProgress, silentProgress } = await import('#conformance/report/progress.ts');
  const progress = isSilent(files) ? silentProgress : showProgress(process.stderr);
  progress.say(`Preparing the test of ${url ?? host} ...`);
  const notice = url === undefined ? undefined : directNotice(url, proxy);
  if (notice !== undefined) progress.say(notice);
  const past = await pastOf(host, files);

  const onStop = () => {
    progress.say('Stopping: the report covers the rules checked so far. Press Ctrl-C again to end at once.');
  };
  const ended = await stoppable(onStop, (stop) =>
    run({ stop, progress: progress.update, waiting: progress.say }),
  ).finally(progress.end);
  const { historyOf } = await import('#conformance/report/history.ts');
  const changes = historyOf(past, ended.report);
  const report: Report = { ...ended.report, ...(changes && { history: changes }) };
  const previous = past.at(-1);
  const code =
    files.onlyNews && previous
      ? await printNews(previous, report, files)
      : await printReport(report, ended.contract, files);
  await writeFiles(report, ended.contract, files);
  return { report, code };
}

/** Whether nothing but news is printed: cron sends everything else as a mail, too. */
export function isSilent({ onlyNews }: Pick<ReportFiles, 'onlyNews'>): boolean {
  return onlyNews === true && process.stderr.isTTY !== true;
}

async function printReport(report: Report, { statements }: Contract, { json }: ReportFiles): Promise<number> {
  const { renderText } = await import('#conformance/report/text.ts');
  const { exitCodeOf } = await import('#conformance/report/report.ts');
  if (json === '-') console.log(JSON.stringify(report, null, 2));
  else process.stdout.write(renderText(report, { colors: showsColors(process.stdout), statements }));
  return exitCodeOf(report);
}

async function printNews(previous: Past, report: Report, { json }: ReportFiles): Promise<number> {
  const { exitCodeOfNews, newsOf } = await import('#conformance/report/news.ts');
  const { renderNews } = await import('#conformance/report/news-text.ts');
  if (report.stopped) return 2;
  const news = newsOf(previous, report);
  process.stdout.write(json === '-' ? `${JSON.stringify(news, null, 2)}\n` : renderNews(news, report));
  return exitCodeOfNews(news);
}

async function writeFiles(report: Report, contract: Contract, files: ReportFiles): Promise<void> {
  const { appendSummary, writeJson, writeReports } = await import('#conformance/report/write.ts');
  const { folder, json, summary, onlyNews } = files;
  if (json !== undefined && json !== '-') await writeJson(report, json);
  // The next run is compared with a whole run.
  if (folder !== undefined && !(onlyNews && report.stopped)) await writeReports(report, contract, folder);
  if (summary !== undefined) await appendSummary(report, summary);
}

async function pastOf(host: string, { folder, history }: ReportFiles): Promise<readonly Past[]> {
  const { readOwnPast, readPast } = await import('#conformance/report/history.ts');
  if (history !== undefined) return readPast(history, host);
  return folder === undefined ? [] : readOwnPast(folder, host);
}
