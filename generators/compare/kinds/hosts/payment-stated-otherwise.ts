import { defineKind } from '../../kind.ts';

export const paymentStatedOtherwise = defineKind({
  id: 'payment-stated-otherwise',
  scope: 'host',
  when: 'changed',
  title: 'How certain the window or network of a host is changed',
  parts: ['payment.windowStatus', 'payment.networkStatus', 'payment.scheme', 'payment.version'],
  levels: { callers: 'compatible', operators: 'risky', suite: 'risky' },
  reason: 'What is stated can fail a deployment, what is assumed cannot',
  advice: 'Run the suite',
  *find(before, after) {
    const [one, other] = [before.host.payment, after.host.payment];
    if (!one || !other) return;
    yield {
      sentence: `The window of \`${after.host.id}\` is ${other.windowStatus} and its network ${other.networkStatus}`,
    };
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
