import { useOf } from '../../engines/price/operation-price.ts';
import { defineKind } from '../../kind.ts';
import { outcome } from '../../witnesses.ts';

export const operationBecamePaid = defineKind({
  id: 'operation-became-paid',
  scope: 'operation',
  when: 'changed',
  title: 'An operation that was free has a price',
  parts: ['price'],
  levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
  reason:
    'A caller without a payment gets 402 instead of the response; a deployment that serves it for nothing breaks the rule',
  advice: 'Pay for it',
  *find(before, after, context) {
    if (before.price || !after.price) return;
    const price = (after.price ?? before.price)?.id;
    yield {
      sentence: `\`${after.id}\` has the price \`${price}\``,
      ...outcome(['price'], [useOf(before), useOf(after)], context),
    };
  },
  example: {
    given: {
      'operations/text/translate.yaml': [
        'price: { per-call: translation, balance: counter-use }',
        'price: { per-call: translation }',
      ],
    },
    edit: {
      'operations/text/translate.yaml': [
        'price: { per-call: translation }',
        'price: { per-call: translation, balance: counter-use }',
      ],
    },
    also: ['rule-statements-changed'],
    back: ['operation-became-free', 'rule-statements-changed'],
  },
});
