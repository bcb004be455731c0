import { describe, expect, test } from 'vitest';
import { catalogsRead, Rates, scaledBy } from './catalog.ts';

const entries = [{ id: 'x', rate: '1.25', plain: 7, rates: { big: '0.5', small: '3' } }];
const catalog = scaledBy<object>(entries, 'id', { rate: 2, rates: { '*': 1 } });
const own = { id: 'x', rate: 125, plain: 7, rates: { big: 5, small: 30 } };

test('turns decimal texts into counts, by key or under any key', () => {
  expect(catalogsRead(() => catalog.get('x'))).toEqual({ value: own, read: [catalog] });
  expect(catalogsRead(() => 1).read).toEqual([]);
});

describe('rates of today', () => {
  test('are read in place of generated ones, column by column, by one client alone', () => {
    const [rates, others] = [new Rates(), new Rates()];
    rates.follow(catalog, [{ id: 'x', rate: '2' }]);
    rates.follow(catalog, [
      { id: 'x', rates: { small: '3.5' } },
      { id: 'y', rate: '9' },
    ]);
    const read = () => ({ x: catalog.get('x'), hasY: catalog.has('y') });
    expect(rates.apply(read)).toEqual({ x: { ...own, rate: 200, rates: { big: 5, small: 35 } }, hasY: false });
    expect([others.apply(read).x, catalog.get('x')]).toEqual([own, own]);
  });

  test('are those of a client again after an estimate that fails', () => {
    const rates = new Rates();
    rates.follow(catalog, [{ id: 'x', rate: '2' }]);
    const failing = () => {
      throw new RangeError('There is no estimate.');
    };
    expect(() => rates.apply(failing)).toThrow(RangeError);
    expect(catalog.get('x')).toEqual(own);
  });

  test.each([
    ['another map', new Map(), { id: 'x' }, 'Expected a generated catalog'],
    ['an entry without its key', catalog, { rate: '1' }, 'An entry has no "id"'],
    [
      'a column that the catalog does not have',
      catalog,
      { id: 'x', price: '1' },
      'no column "price". Its columns: id, rate',
    ],
    ['an amount that is too fine', catalog, { id: 'x', rate: '1.255' }, 'at most 2 places, found 1.255'],
    ['what is no amount', catalog, { id: 'x', rate: '-1' }, 'found -1'],
  ])('are not taken from %s', (_, of, entry, message) => {
    expect(() => new Rates().follow(of, [entry])).toThrow(message);
  });
});
