import { readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, normalize, relative, sep } from 'node:path';
import type { EmittedFile } from '../emitter.ts';
import { mark, markPath } from './mark.ts';

/** What differed between the emitted files and the output folder. Paths are relative to it. */
export interface Written {
  /** Files written now; none with `check`. */
  readonly written: readonly string[];
  /** Files that were missing or whose text differed. */
  readonly stale: readonly string[];
  /** What no emitter emits; removed except with `check`. */
  readonly orphaned: readonly string[];
}

/** How the output folder is written. */
export interface WriteOptions {
  /** Writes and removes nothing. */
  readonly check?: boolean;
  /** Hosts whose own files are wanted; files of other hosts are left as they are. Absent means all. */
  readonly hosts?: readonly string[];
}

/** The output folder contains files that were not generated, so nothing in it may be removed. */
export class ForeignFolder extends Error {
  constructor(folder: string) {
    super(
      `${folder} contains files that were not generated: it has no ${markPath} written by tollwright. Choose an empty folder.`,
    );
    this.name = 'ForeignFolder';
  }
}

/**
 * Makes the output folder contain exactly the emitted files and touches nothing outside it.
 *
 * Only what changed is written, so that a second run leaves every file's time alone.
 */
export async function writeOutput(
  files: readonly EmittedFile[],
  outDir: string,
  { check = false, hosts }: WriteOptions = {},
): Promise<Written> {
  for (const { path } of files) assertInside(path);
  const present = await entries(outDir);
  const known = new Set(files.map(({ path }) => path));
  const wanted = files.filter(({ host }) => !hosts || host === undefined || hosts.includes(host));

  const orphaned = [...present].filter(([path, kind]) => kind === 'other' || !known.has(path)).map(([path]) => path);
  const stale: EmittedFile[] = [];
  for (const file of wanted) {
    // For hundreds of small files the promises would take longer than the reading.
    const same = present.get(file.path) === 'file' && readFileSync(join(outDir, file.path), 'utf8') === file.text;
    if (!same) stale.push(file);
  }

  if (!check) {
    if (present.size > 0) await assertOurs(outDir);
    for (const path of orphaned) await remove(outDir, path);
    for (const { path, text } of stale) await write(join(outDir, path), text);
  }
  const paths = stale.map(({ path }) => path);
  return { written: check ? [] : paths, stale: paths, orphaned: orphaned.sort() };
}

/** Throws `ForeignFolder` where a folder has files that were not generated: nothing in it may be written over. */
export async function requireOwn(outDir: string): Promise<void> {
  if ((await list(outDir)).some((entry) => !entry.isDirectory())) await assertOurs(outDir);
}

function assertInside(path: string): void {
  const inside = !isAbsolute(path) && normalize(path) === path.split('/').join(sep) && !path.startsWith('..');
  if (!inside) throw new Error(`An emitter wants to write outside the output folder: ${path}`);
}

/** Everything under a folder but folders. Links are `other` and never followed. */
async function entries(folder: string): Promise<Map<string, 'file' | 'other'>> {
  const found = new Map<string, 'file' | 'other'>();
  for (const entry of await list(folder)) {
    if (entry.isDirectory()) continue;
    const path = relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/');
    found.set(path, entry.isFile() ? 'file' : 'other');
  }
  return found;
}

async function list(folder: string) {
  try {
    return await readdir(folder, { recursive: true, withFileTypes: true });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

async function assertOurs(outDir: string): Promise<void> {
  const found = await readFile(join(outDir, markPath), 'utf8').catch(() => '');
  if (!found.startsWith(mark)) throw new ForeignFolder(outDir);
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

/** Removes a file and the folders that it leaves empty. */
async function remove(outDir: string, path: string): Promise<void> {
  await rm(join(outDir, path));
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    if ((await readdir(join(outDir, folder))).length > 0) return;
    await rmdir(join(outDir, folder));
  }
}
