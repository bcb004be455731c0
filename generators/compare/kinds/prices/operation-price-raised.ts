import { operationPriceFound } from '../../engines/price/operation-price.ts';
import { defineKind } from '../../kind.ts';

export const operationPriceRaised = defineKind({
  id: 'operation-price-raised',
  scope: 'operation',
  when: 'changed',
  title: 'An operation has another price, under which calls cost more',
  parts: ['price'],
  levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
  reason:
    'Clients that compute prices refuse the new amount, and budgets run out sooner; a deployment that asks for the old one is at fault',
  advice: 'Give clients the new calculator',
  *find(_before, _after, context) {
    yield* operationPriceFound('raised', context);
  },
  example: {
    edit: {
      'operations/text/translate.yaml': [
        'price: { per-call: translation,',
        'price: { per-call: { use: translation, inputs: { size: 2 * characters(request.text) } },',
      ],
    },
    back: ['operation-price-lowered'],
  },
});
