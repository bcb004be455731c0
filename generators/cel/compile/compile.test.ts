import * as reckoning from '@tollwright/runtime/money/formula';
import * as reading from '@tollwright/runtime/values/json';
import fc from 'fast-check';
import { Fraction } from 'fraction.js';
import { describe, expect, test } from 'vitest';
import { print } from '../../output/code-tree.ts';
import { variable } from '../../output/code.ts';
import { evaluate } from '../evaluate.ts';
import { formula } from '../formulas.ts';
import { type Environment, lift, numberOf } from '../values.ts';
import { CompileError } from './compile-error.ts';
import { compileCondition, compileFormula } from './compile.ts';
import type { Rounding } from './integer.ts';
import { round, unitOfPlaces } from './terms.ts';
import type { Type } from './types.ts';
import { type Scope, termsOf, typedValue } from './value.ts';

const helpers = { ...reckoning, ...reading };
const micro = unitOfPlaces(6);

/** The variables of the formulas in these tests; `rate` counts thousandths. */
const types: Readonly<Record<string, Type>> = {
  small: { is: 'integer', places: 0, minimum: 0n, maximum: 50n },
  signed: { is: 'integer', places: 0, minimum: -1000n, maximum: 1000n },
  great: { is: 'integer', places: 0, minimum: 0n, maximum: 9_007_199_254_740_991n },
  rate: { is: 'integer', places: 3, minimum: 1n, maximum: 200n },
  open: { is: 'integer', places: 0 },
};

const scope: Scope = {
  variables: new Map(Object.entries(types).map(([name, type]) => [name, typedValue(variable(name), type)])),
  present: new Set(),
  helper: (name) => name,
  catalog: () => ({ type: { is: 'unknown' }, map: 'catalog' }),
};

const variables = fc.record({
  small: fc.integer({ min: 0, max: 50 }),
  signed: fc.integer({ min: -1000, max: 1000 }),
  great: fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
  rate: fc.integer({ min: 1, max: 200 }),
  open: fc.maxSafeInteger(),
});

const decimals = fc.constantFrom('0', '1', '2', '0.001', '0.05', '1.05', '0.025', '1000', '0.3', '52.5', '4');
const leaf = fc.oneof(fc.constantFrom(...Object.keys(types)), decimals);

/** Texts of numbers of every shape that prices are written in. */
const { number } = fc.letrec<{ number: string; truth: string }>((tie) => ({
  number: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    fc.tuple(tie('number'), fc.constantFrom('+', '-', '*'), tie('number')).map(([a, name, b]) => `(${a} ${name} ${b})`),
    fc.tuple(tie('number'), fc.constantFrom('1000', '4', '3', '0.8')).map(([a, b]) => `(${a} / ${b})`),
    fc.tuple(fc.constantFrom('ceil', 'floor', 'round', 'abs'), tie('number')).map(([name, a]) => `${name}(${a})`),
    fc.tuple(fc.constantFrom('min', 'max'), tie('number'), tie('number')).map(([name, a, b]) => `${name}(${a}, ${b})`),
    fc.tuple(tie('truth'), tie('number'), tie('number')).map(([test, a, b]) => `(${test} ? ${a} : ${b})`),
  ),
  truth: fc
    .tuple(tie('number'), fc.constantFrom('<', '<=', '>', '>=', '==', '!='), tie('number'))
    .map(([a, name, b]) => `(${a} ${name} ${b})`),
}));

describe('a compiled formula', () => {
  test('comes to exactly what the formula comes to, rounded once at the end', () => {
    fc.assert(
      fc.property(
        number,
        variables,
        fc.constantFrom('half-up', 'half-even', 'up', 'down'),
        (text, values, rounding) => {
          const expected = roundedMicro(exactly(text, values), rounding);
          expect(String(run(microText(text, rounding), values))).toBe(String(expected));
        },
      ),
      { numRuns: 3000 },
    );
  });

  test('decides as the condition does', () => {
    const comparison = fc.tuple(number, fc.constantFrom('<', '<=', '==', '>', '!='), number);
    fc.assert(
      fc.property(comparison, variables, ([a, name, b], values) => {
        const text = `${a} ${name} ${b}`;
        expect(run(print(compileCondition(formula(text), scope)), values)).toBe(
          evaluate(formula(text).tree, given(values)),
        );
      }),
      { numRuns: 2000 },
    );
  });

  test('is plain arithmetic where the bounds prove that it stays exact', () => {
    expect(microText('small * 0.025 * (1 + 0.05) + 0.001', 'half-up')).toBe('(small) * (26250) + (1000)');
    expect(microText('small * rate * 1.05', 'up')).toBe('((small) * (rate)) * (1050)');
    expect(microText('ceil(small / 4) * 0.0000005', 'up')).toBe('Math.ceil((Math.ceil((small) / 4)) / 2)');
  });

  test('is arithmetic of big integers where they do not', () => {
    expect(microText('great * rate', 'half-up')).toBe('((BigInt(great)) * (BigInt(rate))) * (1000n)');
    expect(microText('open * 2', 'half-up')).toBe('(BigInt(open)) * (2000000n)');
  });

  test.each([
    ['small / signed', 'divides by something that is no constant'],
    ['small / 0', 'divides by zero'],
    ['small % 2', 'takes a remainder, which is not supported'],
    ['missing * 2', 'reads `missing`, which is not known here'],
    ['unheard(small)', 'calls `unheard`, which is no function'],
  ])('is refused with its text: %s', (text, reason) => {
    expect(() => compileFormula(formula(text), scope)).toThrow(new CompileError(`\`${text}\` ${reason}.`, text));
  });
});

describe('a compiled condition', () => {
  const request: Type = {
    is: 'object',
    fields: new Map<string, { type: Type; optional: boolean }>([
      ['tier', { type: { is: 'string' }, optional: true }],
      ['count', { type: { is: 'integer', places: 0 }, optional: true }],
      ['text', { type: { is: 'string', maximum: 100n }, optional: false }],
      ['tags', { type: { is: 'list', items: { is: 'string' } }, optional: false }],
      ['share', { type: { is: 'double' }, optional: false }],
    ]),
  };
  const inside: Scope = { ...scope, variables: new Map([['request', typedValue('request', request)]]) };

  test.each([
    ['has(request.tier) && request.tier == "flex"', '(request.tier !== undefined) && (request.tier === "flex")'],
    ['!has(request.count) || request.count <= 3', '(request.count === undefined) || (request.count <= 3)'],
    ['request.count > 1', 'present(request.count) > 1'],
    ['size(request.text) <= 5', 'characters(request.text) <= 5'],
    ['request.tags.all(tag, tag.startsWith("a"))', 'request.tags.every((tag) => tag.startsWith("a"))'],
    ['"x" in request.tags', 'contains(request.tags, "x")'],
    ['request.share < 0.7', 'request.share < 0.7'],
    ['request.text.matches("^a+$")', '/^a+$/u.test(request.text)'],
  ])('reads like one written by hand: %s', (text, written) => {
    expect(print(compileCondition(formula(text), inside))).toBe(written);
  });
});

function microText(text: string, rounding: Rounding): string {
  const integer = round(termsOf(compileFormula(formula(text), scope), scope), micro, rounding, (name) => name);
  return print(integer.code(integer.safe ? 'number' : 'bigint'));
}

function run(code: string, values: Readonly<Record<string, unknown>>): unknown {
  const names = [...Object.keys(helpers), ...Object.keys(values)];
  return new Function(...names, `return ${code};`)(...Object.values(helpers), ...Object.values(values));
}

function given(values: Readonly<Record<string, number>>): Environment {
  const rate = new Fraction(values.rate ?? 0).div(1000);
  const lifted = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, lift(value)]));
  return { variables: { ...lifted, rate }, entry: () => undefined, keys: () => [] };
}

function exactly(text: string, values: Readonly<Record<string, number>>): Fraction {
  return numberOf(evaluate(formula(text).tree, given(values)));
}

function roundedMicro(usd: Fraction, rounding: Rounding): bigint {
  const exact = usd.mul(1_000_000);
  const floor = exact.floor();
  const rest = exact.sub(floor);
  const half = rest.compare(new Fraction(1, 2));
  const up = {
    down: false,
    up: rest.n !== 0n,
    'half-up': half >= 0,
    'half-even': half > 0 || (half === 0 && floor.n % 2n === 1n),
  }[rounding];
  const result = up ? floor.add(1) : floor;
  return result.s * result.n;
}
