import { defineKind } from '../../kind.ts';
import { outcome } from '../../witnesses.ts';

export const paymentWindowShortened = defineKind({
  id: 'payment-window-shortened',
  scope: 'operation',
  when: 'changed',
  title: 'A challenge may be signed for a shorter time',
  parts: ['payment.window'],
  levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
  reason: 'A caller that signs for the old window signs for too long; a deployment that offers it breaks the new rule',
  advice: 'Read the window of each challenge instead of keeping it',
  *find(before, after, context) {
    const [one, other] = [before, after].map(({ payment }) => payment?.window);
    if (one === undefined || other === undefined || other >= one) return;
    yield {
      sentence: `\`${after.id}\` may be signed for ${other} seconds instead of ${one}`,
      ...outcome(['payment', 'window'], [one, other], context),
    };
  },
  example: {
    edit: { 'operations/audio/transcribe.yaml': ['seconds: 300', 'seconds: 200'] },
    back: ['payment-window-lengthened'],
  },
});
