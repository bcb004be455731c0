import { globSync, readFileSync } from 'node:fs';

/** Gateways that others wrote, with habits of their own; only their behavior is judged. */
export const writtenApart = 'lab/strangers/*/**';

/** Files by path, each with its text. */
export type Sources = ReadonlyMap<string, string>;

/** Reads the files of a pattern, without installed packages and gateways that others wrote. */
export function sourcesOf(pattern: string, exclude: readonly string[] = []): Sources {
  const files = globSync(pattern, { exclude: ['**/node_modules/**', writtenApart, ...exclude] });
  return new Map(files.toSorted().map((file) => [file, readFileSync(file, 'utf8')]));
}

/** Reads the TypeScript files that people write. */
export function handWritten(): Sources {
  return sourcesOf('{generators,runtime,gateway,conformance,lab,cli}/**/*.ts');
}

/** True for a test, and for what only tests import. */
export function isOfTests(file: string): boolean {
  return /\.test\.ts$|\/(testing|fixtures)\//.test(file);
}

/** Number of lines of a text. */
export function linesOf(text: string): number {
  return text.trimEnd().split('\n').length;
}
