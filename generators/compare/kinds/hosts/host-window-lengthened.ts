import { defineKind } from '../../kind.ts';
import { difference, hostOf } from '../../witnesses.ts';

export const hostWindowLengthened = defineKind({
  id: 'host-window-lengthened',
  scope: 'host',
  when: 'changed',
  title: 'Challenges of a host may be signed for a longer time',
  parts: ['payment.window'],
  levels: { callers: 'risky', operators: 'breaking', suite: 'compatible' },
  reason: 'A caller that signs for the old window is served; a deployment that offers the old one breaks the rule',
  advice: 'Offer the new window',
  *find(before, after) {
    const [one, other] = [before.host.payment?.window, after.host.payment?.window];
    if (one === undefined || other === undefined || other < one) return;
    yield {
      sentence: `Challenges of \`${after.host.id}\` may be signed for ${other} seconds instead of ${one}`,
      ...difference(['host', 'payment', 'window'], [one, other], hostOf(before, after)),
    };
  },
  example: {
    edit: { 'hosts/quay.yaml': ['seconds: 120', 'seconds: 200'] },
    back: ['host-window-shortened'],
  },
});
