import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** The tasks that a new project leaves to you: providers to supply and handlers to write. */
export function openEnds(folder: string): readonly string[] {
  const supplied = new Map<string, string[]>();
  const unwritten: string[] = [];
  for (const path of globSync('{handlers,jobs}/*.ts', { cwd: folder }).toSorted()) {
    const text = readFileSync(join(folder, path), 'utf8');
    for (const name of new Set(text.match(/\b[A-Z]+(_[A-Z]+)*_URL\b/g)))
      supplied.set(name, [...(supplied.get(name) ?? []), basename(path, '.ts')]);
    if (text.includes('status: 501')) unwritten.push(path);
  }
  return [
    ...[...supplied].map(([name, users]) => `Supply ${name}, the provider of ${users.join(', ')}.`),
    ...(unwritten.length > 0 ? [`Write ${unwritten.join(', ')}: 501 until then.`] : []),
  ];
}
