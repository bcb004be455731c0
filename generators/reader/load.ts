import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SourceFile } from './source.ts';

/** Loads every YAML file of a spec folder, sorted by name; `undefined` when there is no such folder. */
export async function loadFiles(folder: string): Promise<SourceFile[] | undefined> {
  const names = await listYaml(folder);
  if (!names) return undefined;
  return Promise.all(
    names.map(async (name) => new SourceFile(join(folder, name), name, await readFile(join(folder, name), 'utf8'))),
  );
}

async function listYaml(folder: string): Promise<string[] | undefined> {
  const entries = await readdir(folder, { recursive: true }).catch(ignoreMissing);
  return entries
    ?.filter((name) => /\.ya?ml$/.test(name))
    .map((name) => name.replaceAll('\\', '/'))
    .sort();
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
  throw error;
}
