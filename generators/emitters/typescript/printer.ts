import type { Project, StatementStructures } from 'ts-morph';
import { type Code, layout, type Print } from '../../output/code.ts';
import { print } from '../../output/code-tree.ts';
import { loadMorph, type Morph } from './compilers.ts';

let printer: { readonly project: Project; readonly morph: Morph } | undefined;

/**
 * Statements that ts-morph prints; the builder turns the code inside them to text with `print`.
 *
 * It is slow to load and slow to change a file in steps, so it is loaded once and given whole files.
 */
export function statements(path: string, build: (morph: Morph, print: Print) => StatementStructures[]): Code {
  printer ??= create();
  const { project, morph } = printer;
  const parts: Code[] = [];
  const printPart: Print = (part) => {
    parts.push(part);
    return print(part);
  };
  const file = project.createSourceFile(path, { statements: build(morph, printPart) }, { overwrite: true });
  const text = file.getFullText();
  file.forget();
  return layout(parts, () => text);
}

function create() {
  const morph = loadMorph();
  const options = { useInMemoryFileSystem: true, skipLoadingLibFiles: true, skipFileDependencyResolution: true };
  return { project: new morph.Project(options), morph };
}
