import { operationPriceFound } from '../../engines/price/operation-price.ts';
import { defineKind } from '../../kind.ts';

export const operationPriceLowered = defineKind({
  id: 'operation-price-lowered',
  scope: 'operation',
  when: 'changed',
  title: 'An operation has another price, under which calls cost less',
  parts: ['price'],
  levels: { callers: 'risky', operators: 'breaking', suite: 'compatible' },
  reason:
    'No call costs more, but a client that computes prices refuses the quote; a deployment that asks for the old amount is at fault',
  advice: 'Give clients the new calculator',
  *find(_before, _after, context) {
    yield* operationPriceFound('lowered', context);
  },
  example: {
    given: {
      'operations/text/translate.yaml': [
        'price: { per-call: translation,',
        'price: { per-call: { use: translation, inputs: { size: 2 * characters(request.text) } },',
      ],
    },
    edit: {
      'operations/text/translate.yaml': [
        'price: { per-call: { use: translation, inputs: { size: 2 * characters(request.text) } },',
        'price: { per-call: translation,',
      ],
    },
    back: ['operation-price-raised'],
  },
});
