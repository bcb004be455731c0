import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { baseOf, extendsFile } from './extends.ts';
import { SourceFile } from './source.ts';

/**
 * Loads every YAML file of a spec folder, sorted by name; `undefined` when there is no such folder.
 *
 * A specification that extends another one has the files of that one as well, but for those of which it has its own. The
 * file that names it is among them only where it is not found.
 */
export async function loadFiles(folder: string, inherited = false): Promise<SourceFile[] | undefined> {
  const names = await listYaml(folder);
  if (!names) return undefined;
  const base = baseOf(folder)?.folder;
  const shown = base === undefined ? names : names.filter((name) => name !== extendsFile);
  // For hundreds of small files the promises would take longer than the reading.
  const own = shown.map((name) => {
    const path = join(folder, name);
    return new SourceFile(path, name, readFileSync(path, 'utf8'), inherited);
  });
  const others = base === undefined ? [] : ((await loadFiles(base, true)) ?? []);
  const all = [...own, ...others.filter(({ name }) => !names.includes(name))];
  return others.length === 0 ? all : all.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** True for a YAML file of a specification. Those under `standards/` are specifications of their own, for others to extend. */
export function isSpecFile(name: string): boolean {
  return /\.ya?ml$/.test(name) && !name.startsWith('standards/');
}

async function listYaml(folder: string): Promise<string[] | undefined> {
  const entries = await readdir(folder, { recursive: true }).catch(ignoreMissing);
  return entries
    ?.map((name) => name.replaceAll('\\', '/'))
    .filter(isSpecFile)
    .sort();
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
  throw error;
}
