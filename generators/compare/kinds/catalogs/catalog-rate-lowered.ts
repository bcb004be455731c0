import { effectsOf } from '../../engines/price/catalog-effects.ts';
import { defineKind } from '../../kind.ts';

export const catalogRateLowered = defineKind({
  id: 'catalog-rate-lowered',
  scope: 'catalog-entry',
  when: 'changed',
  title: 'A rate of a catalog falls',
  parts: ['*'],
  levels: { callers: 'risky', operators: 'breaking', suite: 'compatible' },
  reason:
    'Calls that name the entry cost less, and clients that compute prices refuse the quote; a deployment that asks for the old amount breaks `<operation>.price.amount`',
  advice: 'Read rates from the live catalog; tell callers before it takes effect',
  *find(before, after, context) {
    const { columns, moved } = effectsOf(before, after, context);
    if (columns.length === 0 || !moved || !('movement' in moved) || !/lowered/.test(moved.movement)) return;
    yield { ...moved.finding, parts: columns };
  },
  example: {
    edit: { 'catalogs/languages.yaml': ['rate: "0.00003"', 'rate: "0.00002"'] },
    back: ['catalog-rate-raised'],
  },
});
