import { mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join, normalize, relative, sep } from 'node:path';
import type { EmittedFile } from './emitted-file.ts';

/** First line of the file by which a folder is known to be generated as a whole. */
export const mark = '# Written by `tollwright generate`, which removes what it did not write.';

/** Where that file stands. It also makes code hosts collapse the folder in reviews. */
export const markPath = '.gitattributes';

/** The differences between the emitted files and the output folder. Paths are relative to it. */
export interface OutputChanges {
  /** Files written now; none with `check`. */
  readonly written: readonly string[];
  /** Files that were missing or whose text differed. */
  readonly stale: readonly string[];
  /** Files that no emitter emits; removed except with `check`. */
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
 * Only what changed is written, so that a second run leaves every file's time alone. For hundreds of small files the
 * promises would take longer than the reading and writing.
 */
export function writeOutput(
  files: readonly EmittedFile[],
  outDir: string,
  { check = false, hosts }: WriteOptions = {},
): OutputChanges {
  for (const { path } of files) assertInside(path);
  const present = entries(outDir);
  const known = new Set(files.map(({ path }) => path));
  const wanted = files.filter(({ host }) => !hosts || host === undefined || hosts.includes(host));

  const orphaned = [...present].filter(([path, kind]) => kind === 'other' || !known.has(path)).map(([path]) => path);
  const stale: EmittedFile[] = [];
  for (const file of wanted) {
    const same = present.get(file.path) === 'file' && readFileSync(join(outDir, file.path), 'utf8') === file.text;
    if (!same) stale.push(file);
  }

  if (!check) {
    if (present.size > 0) assertOurs(outDir);
    for (const path of orphaned) remove(outDir, path);
    for (const { path, text } of stale) write(join(outDir, path), text);
  }
  const paths = stale.map(({ path }) => path);
  return { written: check ? [] : paths, stale: paths, orphaned: orphaned.sort() };
}

/** Throws `ForeignFolder` where a folder has files that were not generated: nothing in it may be written over. */
export function requireOwn(outDir: string): void {
  if (list(outDir).some((entry) => !entry.isDirectory())) assertOurs(outDir);
}

function assertInside(path: string): void {
  const inside = !isAbsolute(path) && normalize(path) === path.split('/').join(sep) && !path.startsWith('..');
  if (!inside) throw new Error(`An emitter wants to write outside the output folder: ${path}`);
}

/** Everything under a folder but folders. Links are `other` and never followed. */
function entries(folder: string): Map<string, 'file' | 'other'> {
  const found = new Map<string, 'file' | 'other'>();
  for (const entry of list(folder)) {
    if (entry.isDirectory()) continue;
    const path = relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/');
    found.set(path, entry.isFile() ? 'file' : 'other');
  }
  return found;
}

function list(folder: string) {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

function assertOurs(outDir: string): void {
  const path = join(outDir, markPath);
  const isOurs = statSync(path, { throwIfNoEntry: false })?.isFile() && readFileSync(path, 'utf8').startsWith(mark);
  if (!isOurs) throw new ForeignFolder(outDir);
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Removes a file and the folders that it leaves empty. */
function remove(outDir: string, path: string): void {
  rmSync(join(outDir, path));
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    if (readdirSync(join(outDir, folder)).length > 0) return;
    rmdirSync(join(outDir, folder));
  }
}
