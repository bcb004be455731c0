import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { SourceFile } from './source.ts';

const known = new Map<string, SourceFile>();

/**
 * Loads every YAML file of a spec folder, sorted by name; `undefined` when there is no such folder.
 *
 * A file whose text is what it was the last time is the same object, so that what was made of it can be kept.
 */
export async function loadFiles(folder: string): Promise<SourceFile[] | undefined> {
  const names = await listYaml(folder);
  if (!names) return undefined;
  return names.map((name) => {
    const path = join(folder, name);
    // For hundreds of small files the promises would take longer than the reading.
    const text = readFileSync(path, 'utf8');
    const earlier = known.get(path);
    const file = earlier?.text === text ? earlier : new SourceFile(path, name, text);
    known.set(path, file);
    return file;
  });
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
