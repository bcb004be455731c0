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
export async function loadFiles(folder: string, depth = 0): Promise<SourceFile[] | undefined> {
  const names = await listYaml(folder);
  if (!names) return undefined;
  const base = baseOf(folder)?.folder;
  // For hundreds of small files the promises would take longer than the reading.
  const own = names.map((name) => {
    const path = join(folder, name);
    return new SourceFile(path, name, readFileSync(path, 'utf8'), depth);
  });
  const others = base === undefined ? undefined : await loadFiles(base, depth + 1);
  return others ? extended(own, others) : own;
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
