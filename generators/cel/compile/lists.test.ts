import * as reading from '@tollwright/runtime/values/json';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { print } from '../../output/code-tree.ts';
import { variable } from '../../output/code.ts';
import { evaluate } from '../evaluate.ts';
import { formula } from '../formulas.ts';
import { type Environment, lift } from '../values.ts';
import { compileCondition } from './compile.ts';
import type { Type } from './types.ts';
import { type Scope, typedValue } from './value.ts';

const texts: Type = { is: 'list', items: { is: 'string' } };
const types: Readonly<Record<string, Type>> = { names: texts, others: texts, line: { is: 'string' } };

const scope: Scope = {
  variables: new Map(Object.entries(types).map(([name, type]) => [name, typedValue(variable(name), type)])),
  present: new Set(),
  helper: (name) => name,
  catalog: () => ({ type: { is: 'unknown' }, map: 'catalog' }),
};

const name = fc.string({ unit: fc.constantFrom('a', 'A', 'b', '@', ',', ' ', '😀'), maxLength: 4 });
const values = fc.record({ names: fc.array(name), others: fc.array(name), line: name });

/** Texts of one text, named `item`, in place of another. */
const change = fc.constantFrom(
  'item',
  'lower(item)',
  'trim(item)',
  'without_prefix(item, "@")',
  'lower(without_prefix(trim(item), "@"))',
  'item + line',
);
const condition = fc.constantFrom(
  'item != ""',
  'item.startsWith("@")',
  'item in others',
  'size(item) > 1',
  'line < item',
);

const { list } = fc.letrec<{ list: string }>((tie) => ({
  list: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom('names', 'others', 'split(line, ",")', '["a", line]'),
    tie('list').map((of) => `distinct(${of})`),
    fc.tuple(tie('list'), change).map(([of, made]) => `${of}.map(item, ${made})`),
    fc.tuple(tie('list'), condition).map(([of, kept]) => `${of}.filter(item, ${kept})`),
    fc.tuple(tie('list'), tie('list')).map(([a, b]) => `(${a} + ${b})`),
    fc.tuple(tie('list'), tie('list')).map(([a, b]) => `(size(${a}) < size(${b}) ? ${a} : ${b})`),
  ),
}));

test('compiled lists are those of the formula', () => {
  fc.assert(
    fc.property(list, list, values, (one, other, given) => {
      for (const text of [
        `${one} == ${other}`,
        `size(${one}) <= size(${other})`,
        `${one}.all(item, item in ${other})`,
      ]) {
        expect(run(print(compileCondition(formula(text), scope)), given)).toBe(
          evaluate(formula(text).tree, lifted(given)),
        );
      }
    }),
    { numRuns: 2000 },
  );
});

function run(code: string, given: object): unknown {
  const names = [...Object.keys(reading), ...Object.keys(given)];
  return new Function(...names, `return ${code};`)(...Object.values(reading), ...Object.values(given));
}

function lifted(given: object): Environment {
  const variables = Object.fromEntries(Object.entries(given).map(([key, value]) => [key, lift(value)]));
  return { variables, entry: () => undefined, keys: () => [] };
}
