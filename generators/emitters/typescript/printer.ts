import type { Project, StatementStructures, StructureKind } from 'ts-morph';

/** ts-morph once it is loaded, and the one project that everything is printed in. */
interface Printer {
  readonly project: Project;
  readonly kinds: typeof StructureKind;
}

let printer: Promise<Printer> | undefined;

/**
 * Prints statements as TypeScript through ts-morph.
 *
 * It is slow to load and slow to change a file in steps, so it is loaded once and given whole files.
 */
export async function printStatements(
  path: string,
  statements: (kinds: typeof StructureKind) => StatementStructures[],
): Promise<string> {
  printer ??= load();
  const { project, kinds } = await printer;
  const file = project.createSourceFile(path, { statements: statements(kinds) }, { overwrite: true });
  const text = file.getFullText();
  file.forget();
  return text;
}

async function load(): Promise<Printer> {
  const { Project, StructureKind } = await import('ts-morph');
  const options = { useInMemoryFileSystem: true, skipLoadingLibFiles: true, skipFileDependencyResolution: true };
  return { project: new Project(options), kinds: StructureKind };
}
