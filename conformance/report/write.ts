import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Contract } from '../contract/contract.ts';
import { badgeOf, renderBadge } from './badge.ts';
import { renderHar } from './har.ts';
import { renderHtml } from './html.ts';
import { renderJunit } from './junit.ts';
import { renderMarkdown } from './markdown.ts';
import type { Report } from './report.ts';
import { renderSarif } from './sarif.ts';

/** Writes a report into a folder in every format. */
export async function writeReports(report: Report, contract: Contract, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const files = {
    'index.html': await renderHtml(report, contract),
    'report.json': json(report),
    'junit.xml': renderJunit(report),
    'report.sarif': renderSarif(report, contract),
    'report.har': renderHar(report),
    'summary.md': renderMarkdown(report),
    'badge.svg': renderBadge(report),
    'badge.json': json(badgeOf(report)),
  };
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)));
}

/** Writes the report as one JSON file. */
export async function writeJson(report: Report, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, json(report));
}

/** Appends the Markdown summary to a file, which other steps of a CI job may have started. */
export async function appendSummary(report: Report, path: string): Promise<void> {
  await appendFile(path, renderMarkdown(report));
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
