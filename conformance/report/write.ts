import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Contract } from '../contract.ts';
import { renderHtml } from './html.ts';
import { renderJunit } from './junit.ts';
import type { Report } from './report.ts';

/** Writes `index.html`, `report.json` and `junit.xml` into a folder. */
export async function writeReports(report: Report, statements: Contract['statements'], folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await Promise.all([
    writeFile(join(folder, 'index.html'), await renderHtml(report, statements)),
    writeFile(join(folder, 'junit.xml'), renderJunit(report)),
    writeJson(report, join(folder, 'report.json')),
  ]);
}

/** Writes the report for machines. */
export async function writeJson(report: Report, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${JSON.stringify(report, null, 2)}\n`);
}
