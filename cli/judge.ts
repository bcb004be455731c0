import type { ConformOptions } from '#conformance/conform.ts';
import type { Contract } from '#conformance/contract.ts';
import type { Report } from '#conformance/report/report.ts';

/** Where the verdicts of a run go besides the screen. */
export interface ReportFiles {
  /** Folder of index.html, report.json and junit.xml. */
  readonly folder?: string;
  /** File of the JSON report; `-` prints it instead of text. */
  readonly json?: string;
}

/** Runs the suite with progress on the screen, prints its findings and writes the reports. */
export async function judge(
  contract: Contract,
  options: Omit<ConformOptions, 'contract' | 'progress'>,
  { folder, json }: ReportFiles,
): Promise<Report> {
  const { conform } = await import('#conformance/conform.ts');
  const { showProgress } = await import('#conformance/report/progress.ts');
  const { renderText } = await import('#conformance/report/text.ts');
  const { writeJson, writeReports } = await import('#conformance/report/write.ts');
  const { statements } = contract;

  const progress = showProgress(process.stderr);
  const report = await conform({ ...options, contract, progress: progress.tell }).finally(progress.end);
  if (json === '-') console.log(JSON.stringify(report, null, 2));
  else process.stdout.write(renderText(report, { colors: process.stdout.isTTY === true, statements }));
  if (json !== undefined && json !== '-') await writeJson(report, json);
  if (folder !== undefined) await writeReports(report, statements, folder);
  return report;
}
