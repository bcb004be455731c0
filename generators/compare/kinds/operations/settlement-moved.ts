import { defineKind } from '../../kind.ts';
import { outcome } from '../../witnesses.ts';

export const settlementMoved = defineKind({
  id: 'settlement-moved',
  scope: 'operation',
  when: 'changed',
  title: 'A payment settles at another time',
  parts: ['payment.settles'],
  levels: { callers: 'risky', operators: 'breaking', suite: 'risky' },
  reason:
    'The amount is the same, but a caller is charged earlier or later, and for other outcomes; a deployment that settles as before breaks the rule',
  advice: 'Look at what is charged when a call fails; settle at the new time',
  *find(before, after, context) {
    const [one, other] = [before.payment?.settles, after.payment?.settles];
    if (one === undefined || other === undefined) return;
    yield {
      sentence: `The payment of \`${after.id}\` settles \`${other}\` instead of \`${one}\``,
      ...outcome(['payment', 'settles'], [one, other], context),
    };
  },
  example: {
    edit: { 'operations/audio/transcribe.yaml': ['settles: on-accept', 'settles: on-poll'] },
    back: ['settlement-moved'],
  },
});
