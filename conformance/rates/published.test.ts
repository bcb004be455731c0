import fc from 'fast-check';
import Fraction from 'fraction.js';
import { describe, expect, test } from 'vitest';
import { columnsOf, entryOf } from './entries.ts';
import { type Observation, readRates } from './published.ts';

/** Two models with their rates in USD per million tokens. */
const rates = { 'one/small': ['0.4', '1.7'], 'one/large': ['2.5', '11'] } as const;
const ids = new Set(Object.keys(rates));

type Rate = readonly [string, string];

/** Ways to publish rates: names and units that the documents do not give. */
const ways = fc.constantFrom<(rate: Rate) => object>(
  ([input, output]) => ({ context: 128_000, pricing: { input, output } }),
  ([input, output]) => ({ prices: [`$${output} / 1M tokens`, `$${input} / 1M tokens`], max_output: 4096 }),
  ([input, output]) => ({ a: Number(input) / 1e6, b: Number(output) / 1e6, c: 7 }),
  ([input, output]) => ({ in_per_1k: Number(input) / 1000, out_per_1k: Number(output) / 1000 }),
  ([input, output]) => ({ micro: { p: Number(input) * 1e6, c: Number(output) * 1e6 } }),
);
const envelopes = fc.constantFrom<(entries: readonly { id: string }[]) => unknown>(
  (entries) => entries,
  (entries) => ({ object: 'list', data: entries }),
  (entries) => ({ result: { models: Object.fromEntries(entries.map(({ id, ...rest }) => [id, rest])) } }),
  (entries) => ({ items: [{ id: 'of/another', pricing: { input: '9', output: '9' } }, ...entries] }),
);

const catalogs = fc.tuple(ways, envelopes).map(([way, envelope]) => {
  const body = envelope(Object.entries(rates).map(([id, rate]) => ({ id, ...way(rate) })));
  return new Map([...ids].map((id) => [id, columnsOf(entryOf(body, id, ids))]));
});

const usages = [
  [3, 16],
  [1000, 20],
  [150_000, 14],
  [40, 4000],
] as const;

/** Charges of several calls to each model. */
function charges(of: (prompt: Fraction, completion: Fraction, exact: Fraction) => Fraction): Observation[] {
  return Object.entries(rates).flatMap(([id, [input, output]]) =>
    usages.map(([prompt, completion]) => {
      const [one, other] = [new Fraction(input).mul(prompt).div(1e6), new Fraction(output).mul(completion).div(1e6)];
      const units = [new Fraction(prompt), new Fraction(completion)] as const;
      return { id, units, charged: of(one, other, one.add(other)) };
    }),
  );
}

const kindOf = (catalog: Parameters<typeof readRates>[0], observed: readonly Observation[]) =>
  readRates(catalog, observed).kind;

describe('readRates', () => {
  test('finds the rates under any names, in any unit and envelope, rounded to micro-USDC or not', () => {
    const exact = charges((_, __, whole) => whole);
    const rounded = charges((_, __, whole) => whole.mul(1e6).ceil().div(1e6));
    fc.assert(
      fc.property(catalogs, fc.constantFrom(exact, rounded), (catalog, observed) => {
        expect(kindOf(catalog, observed)).toBe('match');
      }),
    );
  });

  test.each<[string, Parameters<typeof charges>[0]]>([
    ['a margin', (_, __, whole) => whole.mul(1.05)],
    ['a fee', (_, __, whole) => whole.add(0.001)],
    ['a minimum', (_, __, whole) => (whole.lt(0.01) ? new Fraction(0.01) : whole)],
    ['free prompts', (_, completion) => completion],
    ['completions at a tenth', (prompt, completion) => prompt.add(completion.div(10))],
    ['ten times the rates', (_, __, whole) => whole.mul(10)],
  ])('finds %s', (_, of) => {
    fc.assert(
      fc.property(catalogs, (catalog) => {
        expect(kindOf(catalog, charges(of))).toBe('mismatch');
      }),
    );
  });

  test('finds the margin of one of two operations that sell the same model', () => {
    const id = 'one/small';
    const [input, output] = rates[id];
    const exact = new Fraction(output).mul(2000).div(1e6);
    const bound = (charged: Fraction) => ({ id, units: [new Fraction(0), new Fraction(2000)], charged }) as const;
    const catalog = new Map([[id, columnsOf({ id, pricing: { input, output } })]]);
    expect(kindOf(catalog, [bound(exact), bound(exact)])).toBe('match');
    expect(readRates(catalog, [bound(exact), bound(exact.mul(1.05))])).toMatchObject({
      kind: 'mismatch',
      wrong: { charged: exact.mul(1.05) },
    });
  });

  test('gives no result for a catalog without figures', () => {
    const bare = new Map([...ids].map((id) => [id, columnsOf({ id, description: 'A model' })]));
    expect(
      kindOf(
        bare,
        charges((_, __, whole) => whole),
      ),
    ).toBe('unknown');
  });

  test('gives no result for figures that have nothing to do with the charges', () => {
    const other = new Map([...ids].map((id) => [id, columnsOf({ id, weight: 71, height: 1.3 })]));
    expect(
      kindOf(
        other,
        charges((_, __, whole) => whole),
      ),
    ).toBe('unknown');
  });
});
