import { Environment } from '@marcbachmann/cel-js';
import fc from 'fast-check';
import Fraction from 'fraction.js';
import { describe, expect, test } from 'vitest';
import { evaluate } from './evaluate.ts';
import { parseCel, toExpression } from './parse.ts';
import { EvaluationError, lift, type Environment as Surroundings, type Value } from './values.ts';

const surroundings: Surroundings = {
  variables: {},
  entry: (catalog, key) =>
    catalog === 'fish' && key === 'cod' ? lift({ rate: '0.10', name: 'Cod' }, true) : undefined,
  keys: () => ['cod'],
};

function compute(text: string, variables: Readonly<Record<string, unknown>> = {}): Value {
  const parsed = parseCel(text);
  if ('mistake' in parsed) throw new Error(parsed.mistake.message);
  const lifted = Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, lift(value)]));
  return evaluate(toExpression(parsed.syntax), { ...surroundings, variables: lifted });
}

function plain(value: Value): unknown {
  if (value instanceof Fraction) return value.toFraction();
  return Array.isArray(value) ? value.map(plain) : value;
}

describe('evaluate', () => {
  test.each([
    ['1 / 4', '1/4'],
    ['0.1 + 0.2 == 0.3', true],
    ['1e3', '1000'],
    ['ceil(7 / 2) + floor(7 / 2) + round(2.5)', '10'],
    ['round(-2.5)', '-2'],
    ['min(3, 1, 2) + max([1, 2])', '3'],
    ['sum([0.1, 0.2]) + abs(-1)', '13/10'],
    ['size("héé") + size([1, 2]) + size({"a": 1})', '6'],
    ['characters("👋🏽")', '2'],
    ['prompt_bytes([{"a": "xy"}, "é", 1.5])', '21'],
    ['figures({"left": "9.50", "held": [1, {"at": 1764000000}], "name": "x"})', ['19/2', '1']],
    ['catalog("fish", "cod").rate * 3', '3/10'],
    ['known("fish", "cod") && !known("fish", "eel")', true],
    ['catalog_keys("fish")', ['cod']],
    ['keys({"a": 1, "b": 2})', ['a', 'b']],
    ['distinct([1, 1.0, 2])', ['1', '2']],
    ['"A".lower() + "b"', 'ab'],
    ['" a b ".trim() + "@a@".without_prefix("@") + "a@".without_prefix("@")', 'a ba@a@'],
    ['"a,b".split(",")', ['a', 'b']],
    ['"abc".startsWith("a") && "abc".endsWith("c") && "abc".contains("b") && "abc".matches("^a.c$")', true],
    ['[1, 2].all(x, x > 0) && [1, 2].exists(x, x == 2)', true],
    ['[1, 2, 3].filter(x, x > 1).map(x, x * 2)', ['4', '6']],
    ['has(o.a) && !has(o.b) && has(o["a"])', true],
    ['"a" in o && 2 in [1, 2] && !(3 in [1])', true],
    ['o.a > 1 ? "more" : "less"', 'more'],
    ['is_string("") && is_list([]) && is_map({}) && is_number(1) && is_bool(true) && is_null(null)', true],
    ['number("0.10") == 0.1 && string(0.1) == "0.1"', true],
  ])('computes %s', (text, expected) => {
    expect(plain(compute(text, { o: { a: 2 } }))).toEqual(expected);
  });

  test.each(['1 / 0', 'o.b', '"a" * 2', 'catalog("fish", "eel")', '!1', 'number("x")', 'min([])', '[1][3]'])(
    'refuses %s',
    (text) => {
      expect(() => compute(text, { o: { a: 2 } })).toThrow(EvaluationError);
    },
  );

  test('agrees with the CEL library wherever whole numbers suffice', () => {
    const leaf = fc.oneof(fc.constantFrom('a', 'b', 'c'), fc.nat({ max: 99 }).map(String));
    const sums = fc.letrec<{ e: string }>((tie) => ({
      e: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        leaf,
        fc.tuple(tie('e'), fc.constantFrom('+', '-', '*'), tie('e')).map(([x, op, y]) => `(${x} ${op} ${y})`),
        fc
          .tuple(tie('e'), fc.constantFrom('<', '<=', '==', '!=', '>'), tie('e'), tie('e'), tie('e'))
          .map(([x, op, y, yes, no]) => `(${x} ${op} ${y} ? ${yes} : ${no})`),
      ),
    })).e;
    const cel = new Environment()
      .registerVariable('a', 'int')
      .registerVariable('b', 'int')
      .registerVariable('c', 'int');
    const small = fc.integer({ min: -9, max: 9 });
    fc.assert(
      fc.property(sums, small, small, small, (text, a, b, c) => {
        const theirs: unknown = cel.evaluate(text, { a: BigInt(a), b: BigInt(b), c: BigInt(c) });
        expect(plain(compute(text, { a, b, c }))).toBe(String(theirs));
      }),
    );
  });
});
