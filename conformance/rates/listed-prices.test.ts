import Fraction from 'fraction.js';
import { describe, expect, test } from 'vitest';
import { idsListed, listOf } from './entries.ts';
import { judgeListed, type UnitPrice } from './listed-prices.ts';

const parts = { margin: new Fraction('0.05'), fee: new Fraction('0.001') };
const rates = { small: { low: '0.02', high: '0.04' }, large: { low: '0.05', high: '0.15' } } as const;

/** The amounts of quotes, with the margin. */
const prices: readonly UnitPrice[] = Object.entries(rates).flatMap(([id, own]) =>
  Object.entries(own).map(([choice, rate]) => ({
    ...{ id, choice, isStated: true },
    usd: new Fraction(rate).mul('1.05'),
  })),
);
const entriesOf = (entry: (own: Readonly<Record<string, string>>) => unknown) =>
  new Map(Object.entries(rates).map(([id, own]) => [id, entry(own)]));
const numbered = (change: (usd: number) => number) => (own: Readonly<Record<string, string>>) => ({
  made: 1700000000,
  prices: Object.fromEntries(Object.entries(own).map(([choice, rate]) => [choice, change(Number(rate))])),
});

describe('judgeListed', () => {
  test.each([
    ['without the margin', numbered((usd) => usd)],
    ['with margin and fee', numbered((usd) => Number((usd * 1.05 + 0.001).toFixed(6)))],
    ['in micro-USD', numbered((usd) => Math.round(usd * 1e6))],
    [
      'as a list of texts',
      (own: Readonly<Record<string, string>>) => ({
        options: Object.entries(own).map(([size, rate]) => ({ size, cost: `$${rate} each` })),
      }),
    ],
  ])('recognizes prices %s', (_, entry) => {
    const { recognized, wrong } = judgeListed(entriesOf(entry), prices, parts);
    expect(recognized).toHaveLength(1);
    expect(wrong).toBeUndefined();
  });

  test('takes the price of a choice that is not known for none of a call without a choice', () => {
    const defaults = prices.filter(({ choice }) => choice === 'low').map(({ choice: _, ...price }) => price);
    const sizes = (own: Readonly<Record<string, string>>) =>
      Object.entries({ huge: '0.9', ...own }).map(([size, usd]) => ({ size, usd }));
    const entries = new Map(Object.entries(rates).map(([id, own]) => [id, { sizes: sizes(own) }] as const));
    const { recognized, wrong } = judgeListed(entries, [...defaults, ...prices], parts);
    expect(recognized).toHaveLength(1);
    expect(wrong).toBeUndefined();
  });

  test('names a price that is not quoted, and one that is not listed', () => {
    const many = ['a', 'b', 'c'].flatMap((name) => prices.map((price) => ({ ...price, id: `${name} ${price.id}` })));
    const listing = (last: object) =>
      new Map(
        ['a', 'b', 'c'].flatMap((name) =>
          Object.entries(rates).map(([id, own]) => [
            `${name} ${id}`,
            { prices: name === 'c' ? { ...own, ...last } : own },
          ]),
        ),
      );
    expect(judgeListed(listing({}), many, parts).wrong).toBeUndefined();
    expect(judgeListed(listing({ low: '0.021' }), many, parts).wrong).toMatchObject({ price: { choice: 'low' } });
    const { wrong } = judgeListed(listing({ high: undefined }), many, parts);
    expect(wrong).toMatchObject({ price: { choice: 'high' }, place: '/prices/*' });
    expect(wrong?.actual).toBeUndefined();
  });

  test('misses no price that the documents do not state', () => {
    const listing = new Map([...entriesOf((own) => ({ prices: own })), ['more', { prices: { low: '0.03' } }]]);
    const more = (isStated: boolean) => [
      ...prices,
      { id: 'more', choice: 'low', usd: new Fraction('0.0315'), isStated },
      { id: 'more', choice: 'high', usd: new Fraction('0.063'), isStated },
    ];
    expect(judgeListed(listing, more(true), parts).wrong).toMatchObject({ price: { id: 'more', choice: 'high' } });
    expect(judgeListed(listing, more(false), parts)).toEqual({ recognized: ['/prices/*'] });
  });

  test('names the one wrong price of four', () => {
    const entry = (own: Readonly<Record<string, string>>) => ({
      prices: { ...own, ...(own.low === '0.05' && { low: '0.06' }) },
    });
    expect(judgeListed(entriesOf(entry), prices, parts).wrong).toMatchObject({ price: { id: 'large', choice: 'low' } });
  });

  test('leaves figures alone that explain too few quotes', () => {
    const entry = numbered((usd) => usd * 3.7);
    expect(judgeListed(entriesOf(entry), prices, parts)).toEqual({ recognized: [] });
  });
});

describe('listOf', () => {
  const ids = new Set(['of/one']);
  const entries = [{ id: 'of/one' }, { id: 'of/another' }];

  test.each([
    ['a list', { data: entries }],
    ['a map by id', { models: { 'of/one': {}, 'of/another': {} } }],
  ])('finds the entries beside a known one in %s', (_, body) => {
    expect(listOf(body, ids)).toHaveLength(2);
    expect(idsListed(body, ids)).toEqual(['of/one', 'of/another']);
  });
});
