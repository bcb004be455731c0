import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { emitAll } from '../emit.ts';
import { readTiny, tinyFolder } from '../fixtures/tiny.ts';
import { loadFiles } from '../reader/load.ts';
import type { Node, Scalar } from '../reader/node.ts';
import type { SourceFile } from '../reader/source.ts';
import { compose } from '../reader/yaml.ts';

/** A text that would run as code if it were written as it is into a comment, a string, a template or a line. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: it becomes one where it is written into a template.
const attack = '*/ throw 1; /* `${(() => { throw 2; })()}` \'; throw 3; " \n throw 4; // ';

const files = (await loadFiles(tinyFolder)) ?? [];

/** Every string value of a file. */
function* scalars(node: Node): Generator<Scalar> {
  // A decimal is no free text, wherever it is quoted.
  if (node.kind === 'scalar') {
    if (Number.isNaN(Number(node.text))) yield node;
  } else if (node.kind === 'list') for (const item of node.items) yield* scalars(item);
  else for (const { value } of node.entries.values()) yield* scalars(value);
}

/** The text of a file with some of its scalars followed by the attack. */
function attacked({ text }: SourceFile, chosen: readonly Scalar[]): string {
  return chosen
    .toSorted((a, b) => b.start - a.start)
    .reduce(
      (rest, { start, end, text: own }) => `${rest.slice(0, start)}${JSON.stringify(own + attack)}${rest.slice(end)}`,
      text,
    );
}

/** Statements of a module that throw a number: no emitter writes any. */
function attacksIn(path: string, text: string): string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isThrowStatement(node) && ts.isNumericLiteral(node.expression)) found.push(`${path}: ${node.getText()}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

describe('a text of the specification', () => {
  test('becomes code nowhere, whichever field it stands in', async () => {
    const free = files.map((file) => {
      const { root } = compose(file.text);
      const all = root ? [...scalars(root)] : [];
      return [
        file,
        all.filter((scalar) => readTiny({ [file.name]: attacked(file, [scalar]) }).diagnostics.length === 0),
      ] as const;
    });
    const taken = free.flatMap(([, chosen]) => chosen);
    expect(taken.length).toBeGreaterThan(100);

    const { model, diagnostics } = readTiny(
      Object.fromEntries(free.map(([file, chosen]) => [file.name, attacked(file, chosen)])),
    );
    expect(diagnostics).toEqual([]);
    if (!model) throw new Error('The attacked specification has no model.');
    const emitted = (await emitAll(model)).filter(({ path }) => path.endsWith('.ts'));
    expect(emitted.flatMap(({ path, text }) => attacksIn(path, text))).toEqual([]);
  }, 60_000);
});
