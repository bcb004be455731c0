import { useOf } from '../../engines/price/operation-price.ts';
import { defineKind } from '../../kind.ts';
import { outcome } from '../../witnesses.ts';

export const operationBecameFree = defineKind({
  id: 'operation-became-free',
  scope: 'operation',
  when: 'changed',
  title: 'An operation that had a price is free',
  parts: ['price'],
  levels: { callers: 'compatible', operators: 'breaking', suite: 'breaking' },
  reason:
    'A caller that pays no longer has to; a deployment that still asks for a payment breaks the rule; the rules of its price can no longer be named',
  advice: 'Stop asking for a payment',
  *find(before, after, context) {
    if (!before.price || after.price) return;
    const own = context.host?.before.rules.filter(({ kind, operation }) => kind === 'price' && operation === before.id);
    yield {
      sentence: `\`${after.id}\` no longer has the price \`${before.price.id}\``,
      rules: own?.map(({ id }) => id) ?? [],
      ...outcome(['price'], [useOf(before), useOf(after)], context),
    };
  },
  example: {
    edit: {
      'operations/text/translate.yaml': [
        'price: { per-call: translation, balance: counter-use }',
        'price: { per-call: translation }',
      ],
    },
    also: ['rule-statements-changed'],
    back: ['operation-became-paid', 'rule-statements-changed'],
  },
});
