import { defineKind } from '../../kind.ts';
import { outcome } from '../../witnesses.ts';

export const paymentWindowOfItsOwn = defineKind({
  id: 'payment-window-of-its-own',
  scope: 'operation',
  when: 'changed',
  title: 'An operation has a window of its own, or has it no more',
  parts: ['payment.window'],
  levels: { callers: 'risky', operators: 'breaking', suite: 'compatible' },
  reason: 'It differs from what other operations of the host have',
  advice: 'Read the window of each challenge',
  *find(before, after, context) {
    const [one, other] = [before.payment?.window, after.payment?.window];
    if (!before.payment || !after.payment || (one === undefined) === (other === undefined)) return;
    yield {
      sentence: `The window of \`${after.id}\` is ${other ?? 'that of the host'} instead of ${one ?? 'that of the host'}`,
      ...outcome(['payment', 'window'], [one, other], context),
    };
  },
  example: {
    edit: { 'operations/text/translate.yaml': ['settles: after-upstream', 'settles: after-upstream, window: 60'] },
    back: ['payment-window-of-its-own'],
  },
});
