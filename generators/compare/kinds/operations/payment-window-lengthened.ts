import { defineKind } from '../../kind.ts';
import { outcome } from '../../witnesses.ts';

export const paymentWindowLengthened = defineKind({
  id: 'payment-window-lengthened',
  scope: 'operation',
  when: 'changed',
  title: 'A challenge may be signed for a longer time',
  parts: ['payment.window'],
  levels: { callers: 'risky', operators: 'breaking', suite: 'compatible' },
  reason:
    'A caller that signs for the old window is still served; a deployment that offers the old one breaks the new rule',
  advice: 'Read the window of each challenge; offer the new one',
  *find(before, after, context) {
    const [one, other] = [before.payment?.window, after.payment?.window];
    if (one === undefined || other === undefined || other <= one) return;
    yield {
      sentence: `\`${after.id}\` may be signed for ${other} seconds instead of ${one}`,
      ...outcome(['payment', 'window'], [one, other], context),
    };
  },
  example: {
    edit: { 'operations/audio/transcribe.yaml': ['seconds: 300', 'seconds: 400'] },
    back: ['payment-window-shortened'],
  },
});
