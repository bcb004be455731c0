import { describe, expect, test } from 'vitest';
import { handWritten, isOfTests, linesOf } from './figures/files.ts';
import { functionsOf, type MeasuredFunction } from './figures/functions.ts';

const maxFunctionLines = 60;
const maxFileLines = 400;

const files = [...handWritten()];

describe('functions', () => {
  test(`outside of tests have at most ${maxFunctionLines} lines`, () => {
    const own = files.filter(([file]) => !isOfTests(file));
    expect(own.length).toBeGreaterThan(700);
    const long = own.flatMap(([file, text]) => functionsOf(file, text)).filter(({ lines }) => lines > maxFunctionLines);
    expect(long.map(({ file, name }) => `${file} ${name}`)).toEqual([]);
  });

  test('are found wherever they stand, with their names', () => {
    const text = `const f = { g: () => {\n} };\nfunction h() {\n\n}\nf.g(() => 1);`;
    const shown = ({ line, name, lines }: MeasuredFunction) => `${line} ${name} ${lines}`;
    expect(functionsOf('a.ts', text).map(shown)).toEqual(['1 g 2', '3 h 3', '6 anonymous 1']);
  });
});

test(`no file has more than ${maxFileLines} lines`, () => {
  expect(files.filter(([, text]) => linesOf(text) > maxFileLines).map(([file]) => file)).toEqual([]);
});
