import { readFileSync, realpathSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import { baseOf, extendsFile } from './extends.ts';
import { SourceFile } from './source.ts';

/**
 * Loads every YAML file of a spec folder, sorted by name; `undefined` when there is no such folder.
 *
 * A specification that extends another one has the files of that one as well, but for those of which it has its own. The
 * file that names it is among them only where it is not found.
 *
 * Throws an error for a specification that extends itself, and for a link that leads out of the folder: what it leads to
 * would be shown in diagnostics.
 */
export async function loadFiles(folder: string, above: readonly string[] = []): Promise<SourceFile[] | undefined> {
  const names = await listYaml(folder);
  if (!names) return undefined;
  const home = realpathSync(folder);
  refuseCircle(home, above);
  const base = baseOf(folder)?.folder;
  // For hundreds of small files the promises would take longer than the reading.
  const own = names.map((name) => {
    const path = join(folder, name);
    return new SourceFile(path, name, readFileSync(path, 'utf8'), above.length);
  });
  const others = base === undefined ? undefined : await loadFiles(base, [...above, home]);
  return others ? extended(own, others) : own;
}

/** Throws an error for a specification that is among those `above` it, which extend it. */
export function refuseCircle(folder: string, above: readonly string[]): void {
  if (above.includes(folder)) throw new Error(`The specification in ${folder} extends itself, by ${extendsFile}.`);
}

/** The files of a specification with those of the one that it extends, sorted by name, without the file that names it. */
export function extended(own: readonly SourceFile[], base: readonly SourceFile[]): SourceFile[] {
  const names = new Set(own.map(({ name }) => name));
  const all = [...own, ...base.filter(({ name }) => !names.has(name))];
  return all.filter(({ name }) => name !== extendsFile).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** True for a YAML file of a specification. Those under `standards/` are specifications of their own, for others to extend. */
export function isSpecFile(name: string): boolean {
  return /\.ya?ml$/.test(name) && !name.startsWith('standards/');
}

async function listYaml(folder: string): Promise<string[] | undefined> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(ignoreMissing);
  const found = entries?.map((entry) => {
    const path = join(entry.parentPath, entry.name);
    return { path, name: relative(folder, path).replaceAll('\\', '/'), isLink: entry.isSymbolicLink() };
  });
  const files = found?.filter(({ name }) => isSpecFile(name));
  const leaving = files?.find(({ path, isLink }) => isLink && leaves(folder, path));
  if (leaving) throw new Error(`${leaving.path} is a link that leads out of ${folder}. Put a file in its place.`);
  return files?.map(({ name }) => name).sort();
}

function leaves(folder: string, link: string): boolean {
  const way = relative(realpathSync(folder), realpathSync(link));
  return way.startsWith('..') || isAbsolute(way);
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
  throw error;
}
