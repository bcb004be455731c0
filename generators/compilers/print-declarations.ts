import type { StatementStructures } from 'ts-morph';
import type { Declaration } from './declaration.ts';
import { loadMorph } from './load.ts';

const { Project, StructureKind, VariableDeclarationKind } = loadMorph();
const project = new Project({
  useInMemoryFileSystem: true,
  skipLoadingLibFiles: true,
  skipFileDependencyResolution: true,
});

/** Prints declarations as one file, which ts-morph is given whole: to change a file in steps is slow. */
export function printDeclarations(declarations: readonly Declaration[]): string {
  const file = project.createSourceFile('declarations.ts', { statements: declarations.map(structure) });
  const text = file.getFullText();
  file.forget();
  return text;
}

function structure(declaration: Declaration): StatementStructures {
  const { name, doc } = declaration;
  switch (declaration.is) {
    case 'type':
      return { kind: StructureKind.TypeAlias, name, type: declaration.type, ...exported(doc), leadingTrivia: '\n' };
    case 'const':
      return {
        kind: StructureKind.VariableStatement,
        declarationKind: VariableDeclarationKind.Const,
        declarations: [{ name, initializer: declaration.initializer }],
        ...exported(doc),
        leadingTrivia: '\n',
      };
    case 'function': {
      const { parameters, returns: returnType, body } = declaration;
      const own = { name, parameters: [...parameters], returnType, statements: [body] };
      return { kind: StructureKind.Function, ...own, ...exported(doc) };
    }
  }
}

function exported(description: string) {
  return { isExported: true, docs: [{ description }] };
}
