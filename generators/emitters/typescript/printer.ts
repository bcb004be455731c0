import type { Project, StatementStructures } from 'ts-morph';

/** ts-morph itself, which is only loaded when something is printed. */
export type Morph = typeof import('ts-morph');

let printer: Promise<{ readonly project: Project; readonly morph: Morph }> | undefined;

/**
 * Prints statements as TypeScript through ts-morph.
 *
 * It is slow to load and slow to change a file in steps, so it is loaded once and given whole files.
 */
export async function printStatements(
  path: string,
  statements: (morph: Morph) => StatementStructures[],
): Promise<string> {
  printer ??= load();
  const { project, morph } = await printer;
  const file = project.createSourceFile(path, { statements: statements(morph) }, { overwrite: true });
  const text = file.getFullText();
  file.forget();
  return text;
}

async function load() {
  const morph = await import('ts-morph');
  const options = { useInMemoryFileSystem: true, skipLoadingLibFiles: true, skipFileDependencyResolution: true };
  return { project: new morph.Project(options), morph };
}
