import fc from 'fast-check';
import Fraction from 'fraction.js';
import { describe, expect, test } from 'vitest';
import type { Expression } from '../contract/contract.ts';
import { shopContract } from '../testing/shop-contract.ts';
import { at, binary, call, choose, decimal, formula, read } from '../testing/trees.ts';
import { createEvaluator, type Environment, EvaluationError, plain, UnknownValueError } from './evaluate.ts';

const oracle = createEvaluator(shopContract);
const numbers = fc.tuple(fc.integer({ min: -1000, max: 1000 }), fc.integer({ min: 1, max: 1000 }));

function evaluated(expression: Expression, environment: Environment = {}): unknown {
  return plain(oracle.evaluate(expression, environment));
}

function list(...items: readonly Expression[]): Expression {
  return { op: 'list', items };
}

function macro(name: 'all' | 'exists' | 'map' | 'filter', of: Expression, body: Expression): Expression {
  return { op: 'macro', name, of, item: 'x', body };
}

describe('evaluate', () => {
  test('throws for a column that the documents leave to each deployment', () => {
    const { papers } = shopContract.catalogs;
    if (!papers) throw new Error('The shop has no papers.');
    const entries = papers.entries.map((entry) => (entry.label === 'Fine' ? { ...entry, open: ['rates'] } : entry));
    const open = createEvaluator({ ...shopContract, catalogs: { papers: { ...papers, entries } } });
    const ratesOf = (paper: string) =>
      open.evaluate({ op: 'field', of: call('catalog', 'papers', paper), name: 'rates' }, {});
    expect(plain(ratesOf('rough'))).toMatchObject({ a4: 0.02 });
    expect(() => ratesOf('fine')).toThrow(UnknownValueError);
    expect(open.holds(call('known', 'papers', 'fine'), {})).toBe(true);
  });

  test('reads the amounts of a response, not its timestamps', () => {
    const figures: Expression = { op: 'call', name: 'figures', args: [{ op: 'variable', name: 'body' }] };
    const body = { left: '9.50', held: [{ usd: 1, at: 1_764_000_000 }], as_of: '2026-01-01T00:00:00Z' };
    expect(evaluated(figures, { body })).toEqual([9.5, 1]);
  });

  test('throws for an id that the target does not list, unless the other side of && or || decides', () => {
    const unlisted = createEvaluator(shopContract, new Map([['plain', 'PAPER-1']]));
    const known = call('known', 'papers', 'plain');
    const yes = call('known', 'papers', 'fine');
    const no = call('known', 'papers', 'glass');
    expect(() => unlisted.holds(known, {})).toThrow(UnknownValueError);
    expect(() => unlisted.evaluate(call('catalog', 'papers', 'plain'), {})).toThrow('no id for "PAPER-1"');
    for (const [one, other] of [
      [known, no],
      [no, known],
    ] as const) {
      expect(unlisted.holds(binary(one, '&&', other), {})).toBe(false);
      expect(() => unlisted.holds(binary(one, '||', other), {})).toThrow(UnknownValueError);
    }
    for (const [one, other] of [
      [known, yes],
      [yes, known],
    ] as const) {
      expect(unlisted.holds(binary(one, '||', other), {})).toBe(true);
      expect(() => unlisted.holds(binary(one, '&&', other), {})).toThrow(UnknownValueError);
    }
  });

  test.for(['+', '-', '*', '/'] as const)('computes %s as fractions do', (name) => {
    const by = { '+': 'add', '-': 'sub', '*': 'mul', '/': 'div' } as const;
    fc.assert(
      fc.property(numbers, numbers, ([a, b], [c, d]) => {
        fc.pre(name !== '/' || c !== 0);
        const [left, right] = [new Fraction(a, b), new Fraction(c, d)];
        const result = oracle.evaluate(binary(read('left'), name, read('right')), { left, right });
        expect(left[by[name]](right).equals(result instanceof Fraction ? result : 0)).toBe(true);
      }),
    );
  });

  test('satisfies the laws of arithmetic', () => {
    const laws: readonly [Expression, Expression][] = [
      [binary(read('a'), '+', read('b')), binary(read('b'), '+', read('a'))],
      [
        binary(binary(read('a'), '*', read('b')), '*', read('c')),
        binary(read('a'), '*', binary(read('b'), '*', read('c'))),
      ],
      [
        binary(read('a'), '*', binary(read('b'), '+', read('c'))),
        binary(binary(read('a'), '*', read('b')), '+', binary(read('a'), '*', read('c'))),
      ],
      [call('ceil', read('a')), { op: 'negate', value: call('floor', { op: 'negate', value: read('a') }) }],
      [
        call('max', read('a'), read('b')),
        binary(binary(read('a'), '+', read('b')), '-', call('min', read('a'), read('b'))),
      ],
      [call('round', read('a')), call('floor', binary(read('a'), '+', decimal('0.5')))],
      [call('abs', read('a')), call('max', read('a'), { op: 'negate', value: read('a') })],
    ];
    fc.assert(
      fc.property(numbers, numbers, numbers, fc.constantFrom(...laws), (one, two, three, [left, right]) => {
        const [a, b, c] = [one, two, three].map(([n, d]) => new Fraction(n, d));
        expect(oracle.holds(binary(left, '==', right), { a, b, c })).toBe(true);
      }),
    );
  });

  test('counts code points, including lone surrogates', () => {
    const text = fc.array(fc.constantFrom('a', '漢', '😀', '\ud83d', '\ude00')).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (value) => {
        expect(evaluated(call('characters', value))).toBe([...value].length);
      }),
    );
  });

  test('reads numbers by their decimal text', () => {
    expect(oracle.holds(binary(binary(read('a'), '+', read('b')), '==', decimal('0.3')), { a: 0.1, b: 0.2 })).toBe(
      true,
    );
  });

  test.for<[string, Expression, unknown]>([
    ['a quarter', binary(1, '/', 4), 0.25],
    ['a remainder', binary(decimal('5.5'), '%', 2), 1.5],
    ['a negative remainder', binary({ op: 'negate', value: decimal('7') }, '%', 3), -1],
    ['characters as code points', call('characters', 'a😀'), 2],
    ['the size of a text', call('size', '😀😀'), 2],
    ['the size of a list', call('size', list(decimal('1'))), 1],
    ['the size of a map', call('size', read('map')), 2],
    ['bytes of JSON', call('prompt_bytes', read('deep')), 29],
    ['a sum', call('sum', list(decimal('0.1'), decimal('0.2'))), 0.3],
    ['the least of a list', call('min', list(decimal('3'), decimal('2'))), 2],
    ['half up', call('round', decimal('2.5')), 3],
    ['half up below zero', call('round', { op: 'negate', value: decimal('2.5') }), -2],
    ['a number as text', call('string', decimal('0.50')), '0.5'],
    ['text as a number', call('number', '1.25'), 1.25],
    ['keys', call('keys', read('map')), ['a', 'b']],
    ['what is distinct', call('distinct', list(decimal('1'), decimal('1.0'), decimal('2'))), [1, 2]],
    ['lower case', call('lower', 'ABC'), 'abc'],
    ['outer spaces', call('trim', ' a b\n'), 'a b'],
    ['a prefix', call('without_prefix', '@@a', '@'), '@a'],
    ['no prefix', call('without_prefix', 'a@', '@'), 'a@'],
    ['parts', call('split', 'a,b', ','), ['a', 'b']],
    ['a match', call('matches', 'abc', '^a.c$'), true],
    ['a member of a list', binary(decimal('2'), 'in', list(decimal('2.0'))), true],
    ['a key of a map', binary('a', 'in', read('map')), true],
    ['all', macro('all', list(decimal('1'), decimal('2')), binary(read('x'), '>', 0)), true],
    ['exists', macro('exists', list(decimal('1'), decimal('2')), binary(read('x'), '>', 2)), false],
    ['map', macro('map', list(decimal('1'), decimal('2')), binary(read('x'), '*', 2)), [2, 4]],
    ['filter over keys', macro('filter', read('map'), binary(read('x'), '==', 'a')), ['a']],
    ['a field that is there', { op: 'has', of: read('map'), name: 'a' }, true],
    ['a field that is not', { op: 'has', of: read('map'), name: 'c' }, false],
    ['the branch taken', choose(binary(1, '<', 2), 'yes', read('nothing')), 'yes'],
    ['only as much of an and as needed', binary(false, '&&', read('nothing')), false],
    ['only as much of an or as needed', binary(true, '||', read('nothing')), true],
    ['a constant of the service', read('fee'), 0.001],
    ['the host', read('host'), 'shop'],
    ['a known key', call('known', 'papers', 'plain'), true],
    ['an unknown key', call('known', 'papers', 'glass'), false],
    ['a cell of a table', at(at(call('catalog', 'papers', 'fine'), 'rates'), 'a5'), 0.00001],
  ])('computes %s', ([, expression, expected]) => {
    expect(evaluated(expression, { map: { a: 1, b: 2 }, deep: [{ key: 'ab' }, ['c', 1, '😀']] })).toEqual(expected);
  });

  test.for<[Expression, string]>([
    [read('nothing'), 'there is no variable "nothing" in `nothing`'],
    [read('map.c'), 'there is no property "c" in `map.c`'],
    [binary(1, '/', 0), 'division by zero in `(1 / 0)`'],
    [binary(1, '+', 'a'), 'expected a number, got a string in `(1 + "a")`'],
    [call('catalog', 'papers', 'glass'), '"glass" is not in the catalog papers in `catalog("papers", "glass")`'],
    [binary(binary(1, '+', 2), '&&', true), 'expected a bool, got a number in `((1 + 2) && true)`'],
  ])('names the subexpression that failed: %#', ([expression, message]) => {
    expect(() => evaluated(expression, { map: {} })).toThrow(new EvaluationError(message));
  });
});

describe('usd and micro', () => {
  const print = { id: 'print', inputs: {} };
  const request = (paper: string, size: string, copies: number) => ({ request: { paper, size, copies } });

  test('compute a price with its inputs, exactly and rounded', () => {
    expect(oracle.usd(print, request('fine', 'a5', 1)).toFraction()).toBe('2021/2000000');
    expect(oracle.micro(print, request('fine', 'a5', 1))).toBe(1_011n);
    expect(oracle.micro(print, request('plain', 'a4', 2))).toBe(22_000n);
  });

  test('agree with integer arithmetic written by hand', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(['plain', 'a3', 30_000n], ['rough', 'a4', 20_000n] as const),
        fc.nat({ max: 99 }),
        ([paper, size, rate], n) => {
          const expected = (BigInt(rate) * BigInt(n) * 105n) / 100n + 1_000n;
          expect(oracle.micro(print, request(String(paper), String(size), n))).toBe(expected);
        },
      ),
    );
  });

  test('let an operation replace inputs', () => {
    const use = { id: 'print', inputs: { rate: formula(decimal('1')) } };
    expect(oracle.micro(use, { request: { copies: 1 } })).toBe(1_051_000n);
  });

  test('refuse an input that reads itself', () => {
    const use = { id: 'print', inputs: { rate: formula(binary(read('rate'), '+', 1)) } };
    expect(() => oracle.usd(use, { request: { copies: 1 } })).toThrow('the input "rate" reads itself');
  });
});
