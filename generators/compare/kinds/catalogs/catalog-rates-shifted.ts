import { effectsOf } from '../../engines/price/catalog-effects.ts';
import { defineKind } from '../../kind.ts';

export const catalogRatesShifted = defineKind({
  id: 'catalog-rates-shifted',
  scope: 'catalog-entry',
  when: 'changed',
  title: 'Some calls that name an entry of a catalog cost more and some less',
  parts: ['*'],
  levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
  reason:
    'Clients that compute prices refuse the new amounts; a deployment that asks for the old ones breaks `<operation>.price.amount`',
  advice: 'Read rates from the live catalog; tell callers before it takes effect',
  *find(before, after, context) {
    const { columns, moved } = effectsOf(before, after, context);
    if (columns.length === 0 || !moved || !('movement' in moved) || !/shifted/.test(moved.movement)) return;
    yield { ...moved.finding, parts: columns };
  },
  example: {
    given: {
      'catalogs/languages.yaml': [
        ['rate: "0.0000145"', 'rate: "0.0000145", extra: "0.0000145"'],
        ['rate: "0.0000021"', 'rate: "0.0000021", extra: "0.0000021"'],
        ['rate: "0.00003"', 'rate: "0.00003", extra: "0.00003"'],
      ],
      'prices/translation.yaml': [
        ['inputs:\n', 'inputs:\n  extra: catalog("languages", request.to).extra\n'],
        ['formula: max(size * rate', 'formula: max(min(size, 300) * rate + max(size - 300, 0) * extra'],
      ],
    },
    edit: { 'catalogs/languages.yaml': ['rate: "0.0000145", extra: "0.0000145"', 'rate: "0.00003", extra: "0.00001"'] },
    back: ['catalog-rates-shifted'],
  },
});
