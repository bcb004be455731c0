import ts from 'typescript';

/** A function with its place and its length. */
export interface MeasuredFunction {
  readonly file: string;
  readonly line: number;
  /** Its name; that of the variable or property that holds it; or `anonymous`. */
  readonly name: string;
  readonly lines: number;
}

/** Measures every function of a file, wherever it stands. */
export function functionsOf(file: string, text: string): MeasuredFunction[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2024, true);
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1;
  const found: MeasuredFunction[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) {
      const line = lineOf(node.getStart(source));
      found.push({ file, line, name: nameOf(node), lines: lineOf(node.end) - line + 1 });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function nameOf(node: ts.SignatureDeclaration): string {
  const named = node.name ? node : node.parent;
  const isNamed = ts.isFunctionLike(named) || ts.isVariableDeclaration(named) || ts.isPropertyAssignment(named);
  return (isNamed && named.name?.getText()) || 'anonymous';
}
