import { describe, expect, test } from 'vitest';
import { labContract } from '../testing/lab-contract.ts';
import { localize } from './localize.ts';

const idsIn = ({ contract }: ReturnType<typeof localize>) =>
  contract.catalogs.stations?.entries.map(({ values }) => values.id);

describe('localize', () => {
  test('puts the ids of the target everywhere at once', () => {
    const localized = localize(labContract, { models: { harbour: 'ST-2', summit: 'ST-1' } }, new Set());
    expect(idsIn(localized)).toEqual(['ST-2', 'ST-1']);
    expect(localized.contract.operations[1]?.example.body).toEqual({ station: 'ST-2', days: 2 });
  });

  test('keeps the ids that the live catalog has, and drops and lists the others', () => {
    const localized = localize(labContract, { models: {} }, new Set(['ST-2']));
    expect(idsIn(localized)).toEqual(['ST-2']);
    expect([...localized.missing]).toEqual([['ST-1', 'harbour']]);
  });

  test('does not change a catalog that no deployment serves', () => {
    const { stations } = labContract.catalogs;
    const { live: _, ...fixed } = stations ?? Object.assign({}, stations);
    const localized = localize({ ...labContract, catalogs: { stations: fixed } }, { models: {} }, new Set());
    expect(idsIn(localized)).toEqual(['ST-1', 'ST-2']);
    expect(localized.missing.size).toBe(0);
  });
});
