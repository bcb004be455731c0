import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';

/** Lines that a function may have. */
const most = 80;

test(`no function outside the tests is longer than ${most} lines`, () => {
  const files = globSync('{generators,runtime,gateway,conformance,lab,cli}/**/*.ts', {
    exclude: ['**/node_modules/**'],
  });
  const hand = files.filter((file) => !/\.test\.ts$|\/testing\//.test(file));
  expect(hand.length).toBeGreaterThan(700);
  expect(hand.flatMap((file) => longFunctions(file, readFileSync(file, 'utf8')))).toEqual([]);
});

test('a long function is found wherever it stands', () => {
  const body = '\n'.repeat(most);
  expect(longFunctions('a.ts', `const f = { g: () => {${body}} };`)).toEqual([`a.ts:1 has ${most + 1} lines`]);
});

function longFunctions(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2024);
  const line = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1;
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) {
      const [first, last] = [line(node.getStart(source)), line(node.end)];
      if (last - first + 1 > most) found.push(`${file}:${first} has ${last - first + 1} lines`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
