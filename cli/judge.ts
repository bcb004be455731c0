import type { ConformOptions } from '#conformance/conform.ts';
import type { Contract } from '#conformance/contract/contract.ts';
import { showsColors } from '#conformance/report/colors.ts';
import type { Report } from '#conformance/report/report.ts';
import { stoppable } from './interrupted.ts';

/** Where the verdicts of a run go besides the screen. */
export interface ReportFiles {
  /** Folder of the report in every form. */
  readonly folder?: string;
  /** File of the JSON report; `-` prints it instead of text. */
  readonly json?: string;
  /** Earlier report, or a folder of them; absent means the one in `folder`. */
  readonly history?: string;
  /** File that the summary of the job is added to. */
  readonly summary?: string;
}

/**
 * Runs the suite with progress on the screen, prints its findings and writes the reports.
 *
 * Ctrl-C ends the run with a report of what was judged until then.
 */
export async function judge(
  contract: Contract,
  options: Omit<ConformOptions, 'contract' | 'progress' | 'stop'>,
  { folder, json, history, summary }: ReportFiles,
): Promise<Report> {
  const { conform } = await import('#conformance/conform.ts');
  const { showProgress } = await import('#conformance/report/progress.ts');
  const { renderText } = await import('#conformance/report/text.ts');
  const { appendSummary, writeJson, writeReports } = await import('#conformance/report/write.ts');
  const { statements, host } = contract;
  const past = await pastOf(host.id, folder, history);

  const progress = showProgress(process.stderr);
  const told = () => {
    progress.end();
    process.stderr.write('Stopping: the report tells what was judged until now. Once more ends at once.\n');
  };
  const judged = await stoppable(told, (stop) =>
    conform({ ...options, contract, stop, progress: progress.tell }),
  ).finally(progress.end);
  const { historyOf } = await import('#conformance/report/history.ts');
  const changes = historyOf(past, judged);
  const report: Report = { ...judged, ...(changes && { history: changes }) };
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
