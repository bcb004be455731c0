import type { Project, StatementStructures } from 'ts-morph';
import { loadMorph, type Morph } from './compilers.ts';

let printer: { readonly project: Project; readonly morph: Morph } | undefined;

/**
 * Prints statements as TypeScript through ts-morph.
 *
 * It is slow to load and slow to change a file in steps, so it is loaded once and given whole files.
 */
export function printStatements(path: string, statements: (morph: Morph) => StatementStructures[]): string {
  printer ??= create();
  const { project, morph } = printer;
  const file = project.createSourceFile(path, { statements: statements(morph) }, { overwrite: true });
  const text = file.getFullText();
  file.forget();
  return text;
}

function create() {
  const morph = loadMorph();
  const options = { useInMemoryFileSystem: true, skipLoadingLibFiles: true, skipFileDependencyResolution: true };
  return { project: new morph.Project(options), morph };
}
