import { Project, type StatementStructures, StructureKind, VariableDeclarationKind } from 'ts-morph';
import { print } from './code-tree.ts';
import { type Code, layout, type Print } from './code.ts';

/** A declaration of an emitted module, with the code inside it as text. All are exported. */
export type Declaration = {
  readonly name: string;
  /** Text of the comment above it. */
  readonly doc: string;
} & (
  | { readonly is: 'type'; readonly type: string }
  | { readonly is: 'const'; readonly initializer: string }
  | {
      readonly is: 'function';
      readonly parameters: readonly { readonly name: string; readonly type: string }[];
      readonly returns: string;
      readonly body: string;
    }
);

/** Declarations as ts-morph prints them; `build` turns the code inside them to text with `print`. */
export function declarations(build: (print: Print) => readonly Declaration[]): Code {
  const parts: Code[] = [];
  const declared = build((part) => {
    parts.push(part);
    return print(part);
  });
  const text = printed(declared.map(structure));
  return layout(parts, () => text);
}

const project = new Project({
  useInMemoryFileSystem: true,
  skipLoadingLibFiles: true,
  skipFileDependencyResolution: true,
});

/** Prints statements as one file, which ts-morph is given whole: to change a file in steps is slow. */
function printed(statements: StatementStructures[]): string {
  const file = project.createSourceFile('declarations.ts', { statements });
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
