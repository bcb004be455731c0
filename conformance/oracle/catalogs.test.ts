import { expect, test } from 'vitest';
import type { CatalogEntry, Contract } from '../contract/contract.ts';
import { catalogsOf } from './catalogs.ts';
import { unknownValue } from './value.ts';

const entry = (label: string, more: Partial<CatalogEntry>): CatalogEntry => ({
  label,
  status: 'assumed',
  from: [],
  values: { id: 'lamp', family: 'warm', watts: 5 },
  ...more,
});

const lineOf = (...entries: readonly CatalogEntry[]) => {
  const catalogs: Contract['catalogs'] = { lamps: { id: 'lamps', key: 'id', from: [], status: 'stated', entries } };
  return catalogsOf({ catalogs }).line('lamps', 'lamp')?.values;
};

test('a column that the documents leave open is unknown', () => {
  expect(lineOf(entry('small', { open: ['family'] }))).toMatchObject({ family: unknownValue });
});

test('an id of two labels has what either of them states', () => {
  const [open, known] = [entry('small', { open: ['family'] }), entry('warm', { open: ['watts'] })];
  for (const entries of [
    [open, known],
    [known, open],
  ] as const) {
    expect(lineOf(...entries)?.family).toBe('warm');
    expect(lineOf(...entries)?.watts).not.toBe(unknownValue);
  }
});

test('an id of two labels has the columns of the label that the documents state', () => {
  const values = { id: 'lamp', family: 'cold', watts: 9 };
  const [stated, assumed] = [entry('small', { status: 'stated', values }), entry('warm', {})];
  expect(lineOf(stated, assumed)?.family).toBe('cold');
  expect(lineOf(assumed, stated)?.family).toBe('cold');
});
