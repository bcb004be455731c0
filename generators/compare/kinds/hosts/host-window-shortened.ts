import { defineKind } from '../../kind.ts';
import { difference, hostOf } from '../../witnesses.ts';

export const hostWindowShortened = defineKind({
  id: 'host-window-shortened',
  scope: 'host',
  when: 'changed',
  title: 'Challenges of a host may be signed for a shorter time',
  parts: ['payment.window'],
  levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
  reason: 'A caller that signs for the old window signs for too long; a deployment that offers it breaks the rule',
  advice: 'Read the window of each challenge instead of keeping it',
  *find(before, after) {
    const [one, other] = [before.host.payment?.window, after.host.payment?.window];
    if (one === undefined || other === undefined || other > one) return;
    yield {
      sentence: `Challenges of \`${after.host.id}\` may be signed for ${other} seconds instead of ${one}`,
      ...difference(['host', 'payment', 'window'], [one, other], hostOf(before, after)),
    };
  },
  example: {
    edit: { 'hosts/quay.yaml': ['seconds: 120', 'seconds: 100'] },
    back: ['host-window-lengthened'],
  },
});
