import { defineKind } from '../../kind.ts';
import { networkPlace } from '../../network-place.ts';

export const paymentStatedOtherwise = defineKind({
  id: 'payment-stated-otherwise',
  scope: 'host',
  when: 'changed',
  title: 'How certain the window or network of a host is changed',
  parts: ['payment.windowStatus', 'payment.networkStatus'],
  levels: { callers: 'compatible', operators: 'risky', suite: 'risky' },
  reason: 'What is stated can fail a deployment, what is assumed cannot',
  advice: 'Run the suite',
  *find(before, after, context) {
    const [one, other] = [before.host.payment, after.host.payment];
    if (!one || !other) return;
    const says = (what: string, was: string, is: string) =>
      `The ${what} of \`${after.host.id}\` is ${is} instead of ${was}`;
    if (one.windowStatus !== other.windowStatus) {
      const sentence = says('window', one.windowStatus, other.windowStatus);
      yield { sentence, parts: ['payment.windowStatus'], path: ['payment', 'window'] };
    }
    if (one.networkStatus !== other.networkStatus) {
      const sentence = says('network', one.networkStatus, other.networkStatus);
      yield { sentence, parts: ['payment.networkStatus'], ...networkPlace(['status'], after.host.id, context) };
    }
  },
  example: {
    edit: {
      'hosts/quay.yaml': [
        'window: { seconds: 120, from: notes-005 }',
        'window: { seconds: 120, from: notes-005, status: derived }',
      ],
    },
    back: ['payment-stated-otherwise'],
  },
});
