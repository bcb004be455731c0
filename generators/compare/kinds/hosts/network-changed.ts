import { defineKind } from '../../kind.ts';
import { networkPlace } from '../../network-place.ts';
import { difference, hostOf } from '../../witnesses.ts';
import { shown } from '../../words.ts';

export const networkChanged = defineKind({
  id: 'network-changed',
  scope: 'host',
  when: 'changed',
  title: 'A host is paid on another network',
  parts: ['payment.network'],
  levels: { callers: 'breaking', operators: 'breaking', suite: 'risky' },
  reason: 'A payment on the old network is refused; a deployment that asks for it breaks the rule',
  advice: 'Hold USDC on the new network',
  *find(before, after, context) {
    const [one, other] = [before.host.payment?.network, after.host.payment?.network];
    if (one === undefined || other === undefined) return;
    yield {
      sentence: `\`${after.host.id}\` is paid on ${shown(other)} instead of ${shown(one)}`,
      ...networkPlace(['caip2'], after.host.id, context),
      ...difference(['host', 'payment', 'network'], [one, other], hostOf(before, after)),
    };
  },
  example: {
    edit: { 'networks/base-sepolia.yaml': ['eip155:84532', 'eip155:84533'] },
    back: ['network-changed'],
  },
});
