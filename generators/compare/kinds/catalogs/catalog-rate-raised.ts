import { effectsOf } from '../../engines/price/catalog-effects.ts';
import { defineKind } from '../../kind.ts';

export const catalogRateRaised = defineKind({
  id: 'catalog-rate-raised',
  scope: 'catalog-entry',
  when: 'changed',
  title: 'A rate of a catalog rises',
  parts: ['*'],
  levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
  reason:
    'Calls that name the entry cost more than their clients compute; a deployment that asks for the old amount breaks `<operation>.price.amount`',
  advice: 'Read rates from the live catalog; tell callers before it takes effect',
  *find(before, after, context) {
    const { columns, moved } = effectsOf(before, after, context);
    if (columns.length === 0 || !moved || !('movement' in moved) || !/raised/.test(moved.movement)) return;
    yield { ...moved.finding, parts: columns };
  },
  example: {
    edit: { 'catalogs/languages.yaml': ['rate: "0.0000145"', 'rate: "0.000029"'] },
    back: ['catalog-rate-lowered'],
  },
});
